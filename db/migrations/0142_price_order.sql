-- outside a transaction

-- Sorts prices regardless of the status. Previously, a search for homes for sale by ascending price
-- skipped all homes for rent. Searches with a status use properties_facts, which starts with the
-- status.
drop index concurrently if exists properties_by_price;
create index concurrently properties_by_price on properties (price, id) include (property_type, bedrooms)
  where is_available;
drop index concurrently if exists properties_price;
