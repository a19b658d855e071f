"use strict";
document.documentElement.classList.add("scripted");
const words = document.getElementById("words");
const severity = document.getElementById("severity");
const count = document.getElementById("count");
const findings = [...document.querySelectorAll(".finding[data-severity]")];
const rules = [...document.querySelectorAll("details.rule")];
const filter = () => {
  const wanted = words.value.toLowerCase();
  let shown = 0;
  for (const one of findings) {
    const fits = (!severity.value || one.dataset.severity === severity.value)
      && (!wanted || one.textContent.toLowerCase().includes(wanted));
    one.hidden = !fits;
    shown += fits;
  }
  for (const rule of rules) {
    const any = rule.querySelector(".finding:not([hidden])") !== null;
    rule.hidden = !any;
    if (wanted && any) rule.open = true;
  }
  count.textContent = `${shown} of ${findings.length} findings shown`;
};
if (words) {
  words.addEventListener("input", filter);
  severity.addEventListener("change", filter);
}
window.addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("details")) one.open = true; });
