-- outside a transaction

-- The order of prices without the status: a search for homes for sale by price, lowest first, passed over all that are
-- for rent. With a status the order comes from properties_facts, which begins with it.
drop index concurrently if exists properties_by_price;
create index concurrently properties_by_price on properties (price, id) include (property_type, bedrooms)
  where is_available;
drop index concurrently if exists properties_price;
