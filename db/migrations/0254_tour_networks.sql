-- A hash of the network from which a tour was booked (docs/product/tours.md, Booking). A
-- conversation can be continued from a network other than the one that opened it.
alter table tours add column visitor_network text;
