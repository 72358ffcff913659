-- outside a transaction

-- What a listing is, as searches for words ask for it: every combination of its status or any, its type or any, and
-- at least so many bedrooms up to its own, such as 'For Sale//2'. One entry of the index then stands for all filters
-- but the price and the agent: going through the lists of a word, a status, a type and a number of bedrooms side by
-- side took four times as long.
create or replace function search_kinds(status text, property_type text, bedrooms smallint) returns text[]
  language sql immutable parallel safe
  return array(
    select s || '/' || t || '/' || b
    from unnest(array[status, '']) s, unnest(array[property_type, '']) t, generate_series(0, least(bedrooms, 10)) b
  );

-- Availability is said in other words than in the other indexes: PostgreSQL combines no two that have a condition in
-- common, and took for a word and a price the index of all listings, available or not.
drop index concurrently if exists properties_kinds_search;
create index concurrently properties_kinds_search on properties using gin (search_kinds(status, property_type, bedrooms), search) with (fastupdate = off) where is_available is true;
-- No release has the index that it takes the place of: it goes at once.
drop index concurrently if exists properties_search;
-- What the planner knows of kinds it learns only here, or days later.
analyze properties;
