"""The style sheets of the Lab: for its first screen, and for the steps that History shows too."""

from __future__ import annotations

STEPS = """
StepScreen .title { height: 1; padding: 0 1; background: $surface; text-style: bold; }
StepScreen #words { padding: 0 1; scrollbar-size: 0 1; height: 1fr; }
StepScreen #foot { height: auto; max-height: 4; padding: 0 1; color: $text-muted; background: $surface; }
ProgressScreen #head { height: auto; max-height: 6; padding: 0 1; }
ProgressScreen #noise { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
ProgressScreen #live { height: 1fr; layout: grid; grid-size: 1 3; grid-rows: 4fr 3fr 2; }
ProgressScreen #arms-plot { display: none; height: 12; margin-top: 1; }
ProgressScreen #plot { padding: 0 1; height: 100%; min-height: 1; }
ProgressScreen #arms { padding: 0 1; scrollbar-size: 0 1; }
ProgressScreen #log { padding: 0 1; scrollbar-size: 0 1; border-top: solid $primary 60%; }
ProgressScreen .pane:focus { border-top: heavy $accent; border-title-color: $text-accent; }
ProgressScreen #arms {
    border-top: solid $primary 60%; border-title-color: $text-muted; border-title-style: none;
}
ProgressScreen #log { border-title-color: $text-muted; border-title-style: none; background: transparent; }
ProgressScreen.-low #live { grid-size: 1 2; grid-rows: 2 1fr; }
ProgressScreen.-low #log { display: none; }
ProgressScreen.-wide #live { grid-size: 2 2; grid-columns: 1fr 1fr; grid-rows: 1fr 4; }
ProgressScreen.-wide.-high #arms-plot { display: block; }
ProgressScreen #arms-plot.-none { display: none; }
ProgressScreen.-wide #arms { border-left: vkey $primary 40%; }
ProgressScreen.-wide #log { column-span: 2; }
ProgressScreen.-wide.-low #live { grid-size: 2 1; grid-rows: 1fr; }
ProgressScreen.-wide.-low #log { display: none; }
ProgressScreen #live.-log { grid-size: 1 1; grid-rows: 1fr; grid-columns: 1fr; }
ProgressScreen #live.-log #plot, ProgressScreen #live.-log #arms { display: none; }
ProgressScreen #live.-log #log { display: block; column-span: 1; height: 100%; }
ResultScreen #result { height: 1fr; layout: vertical; scrollbar-size: 0 1; padding: 0 1; }
ResultScreen #result > Vertical { height: auto; }
ResultScreen #plot { height: 14; margin-top: 1; }
ResultScreen.-low #plot { height: 9; }
ResultScreen #plot.-none { display: none; }
ResultScreen.-wide #result { layout: horizontal; }
ResultScreen.-wide #result > Vertical { width: 1fr; padding: 0 1; }
ResultScreen.-wide #plot { height: 18; }
QuestionDialog .box { width: 90%; max-width: 110; }
QuestionDialog #about { height: auto; max-height: 50vh; margin-top: 1; scrollbar-size: 0 1; }
QuestionDialog #about Static { height: auto; }
QuestionDialog Input { height: 1; background: $panel; margin-top: 1; border: none; padding: 0 1; }
QuestionDialog TextArea { height: 5; margin-top: 1; border: none; background: $panel; padding: 0 1; }
QuestionDialog #wrong { height: auto; color: $text-error; }
"""

CHOOSE = """
LabScreen #choose { layout: grid; grid-size: 2 1; grid-columns: 27 1fr; height: 1fr; }
LabScreen #experiments { height: 1fr; border: none; padding: 0 1; scrollbar-size: 0 1; }
LabScreen #chosen { border-left: vkey $primary 40%; height: 100%; }
LabScreen #about { height: 2fr; padding: 0 1; scrollbar-size: 0 1; }
LabScreen #about Static { height: auto; }
LabScreen #form-place { height: 3fr; }
LabScreen #form-line {
    height: 1; border-top: solid $primary 60%; border-title-color: $text-muted; border-title-style: none;
}
LabScreen #form-line.-active { border-top: heavy $accent; border-title-color: $text-accent; }
LabScreen.-wide #form-line { display: none; }
LabScreen.-low #about { height: 4; }
LabScreen .form .label { width: 17; }
LabScreen.-low .form .label { width: 15; }
LabScreen #command { height: auto; max-height: 4; padding: 0 1; background: $surface; }
LabScreen.-low #command { max-height: 2; }
LabScreen.-wide #choose { grid-columns: 30 1fr; }
LabScreen.-wide #chosen { layout: horizontal; }
LabScreen.-wide #about { width: 1fr; height: 100%; }
LabScreen.-wide #form-place { width: 1fr; height: 100%; border-left: vkey $primary 40%; }
LabScreen #chosen.-resume #form-place { display: none; }
LabScreen #chosen.-resume #about { height: 1fr; }
"""
