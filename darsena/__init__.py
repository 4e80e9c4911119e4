"""Darsena: three harbour games at one dock."""
