"""What Rung remembers: the tables, the engines, and one file of queries for each aggregate."""
