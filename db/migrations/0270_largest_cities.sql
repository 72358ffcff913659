-- outside a transaction

-- Spelling suggestions compare the largest cities instead of the cities with shared trigrams.
drop index concurrently if exists place_cities_largest;
create index concurrently place_cities_largest on place_cities (listing_count desc) include (city_key, state_key);
drop index concurrently if exists place_cities_close;
