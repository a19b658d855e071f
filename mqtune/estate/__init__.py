"""The estate: queue managers and clients as the product would see them."""
