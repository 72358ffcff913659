-- outside a transaction

-- Boxes are found by strips of latitude (0028). If a plan was made without knowing the sides of the box, this
-- index seemed cheaper, and PostgreSQL read all homes in the same latitudes: 17,000 of a million for a circle
-- of 16 miles.
drop index concurrently if exists properties_position;
