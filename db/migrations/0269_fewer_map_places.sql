-- outside a transaction

-- The map reads only the largest places.
drop index concurrently if exists map_places_largest;
create index concurrently map_places_largest on map_places (listing_count desc);

-- A cell has at most 60 places from now on.
insert into map_changes (cell)
select cell from map_places group by cell having count(*) > 60;
