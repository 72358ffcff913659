-- outside a transaction

-- A search is a count and a page (decision 033). Every statement can be run again, should the file break off.

-- Everything that filters compare with a number or a name, in the order of prices: what few listings match is found
-- here without reading a listing. It serves the order by price of one status as well.
drop index concurrently if exists properties_facts;
create index concurrently properties_facts on properties (status, price, id)
  include (created_at, property_type, bedrooms, bathrooms, sqft, lot_sqft, year_built, parking_spaces, hoa_fee,
    tax_annual, pets, furnished, available_from, previous_price, price_changed_at, features)
  where is_available;

-- The words of available listings, with the status: beside a frequent word the planner would go through half of
-- another index for it (a word and 'For Rent' among a million: 97 ms of the processor, with it 32).
drop index concurrently if exists properties_search;
create index concurrently properties_search on properties using gin (search, status) with (fastupdate = off) where is_available;

create or replace function is_word_found(word text) returns boolean language sql stable parallel safe
  set enable_seqscan = off
  set enable_indexscan = off
  set enable_indexonlyscan = off
as $$
  select exists (select from properties p where p.is_available and p.search @@ plainto_tsquery('simple', word))
$$;

-- Those above take their place.
drop index concurrently if exists properties_status_price;
drop index concurrently if exists properties_filter;
drop index concurrently if exists properties_kinds_search;
drop statistics if exists properties_kinds;
-- An agent has few listings: the index of all of them serves.
drop index concurrently if exists properties_agent_available;
drop index concurrently if exists properties_agent_price;

-- An import of the release before that was killed may have left it switched.
alter index properties_all_search set (fastupdate = off);
select gin_clean_pending_list('properties_all_search');

analyze properties;
