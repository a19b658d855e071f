"""How experiments go on and end, each as a function of the finished runs. Knows no driver and no MQ."""
