"""Line plots in a terminal: figures, their rendering as characters, and the widget."""
