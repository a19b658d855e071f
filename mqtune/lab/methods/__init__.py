"""Methods: decide how experiments continue and end, each as a function of the finished runs."""
