-- outside a transaction

-- The kinds of a listing that keyword searches filter by, such as 'For Sale//2': each combination of its
-- status or any status, its type or any type, and each minimum number of bedrooms up to its own. One index
-- entry then replaces all filters except the price and the agent. Combining separate index entries for the
-- word, the status, the type, and the bedrooms took four times as long.
create or replace function search_kinds(status text, property_type text, bedrooms smallint) returns text[]
  language sql immutable parallel safe
  return array(
    select s || '/' || t || '/' || b
    from unnest(array[status, '']) s, unnest(array[property_type, '']) t, generate_series(0, least(bedrooms, 10)) b
  );

-- The condition on availability differs from that of the other indexes: PostgreSQL does not combine two
-- indexes with a common condition, and for a word and a price, it would use the index of all listings.
drop index concurrently if exists properties_kinds_search;
create index concurrently properties_kinds_search on properties using gin (search_kinds(status, property_type, bedrooms), search) with (fastupdate = off) where is_available is true;
-- The index that this one replaces was never part of a release, so it can be dropped immediately.
drop index concurrently if exists properties_search;
-- Updates the planner's statistics, which would otherwise happen days later.
analyze properties;
