-- outside a transaction

-- Whatever lies in a box is found by strips of latitude (0028). To a plan that is made without the sides of a box this
-- index looked cheaper, and had all homes read that lie as far north: of a million, 17,000 for a ring of 16 miles.
drop index concurrently if exists properties_position;
