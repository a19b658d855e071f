"""Line plots in a terminal: what is drawn, how it becomes characters, and the widget.

Does not know what the numbers mean or where they come from.
"""
