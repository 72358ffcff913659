-- outside a transaction

-- Adds bitmaps for frequent words, states, and large cities (decision 030). Every statement can be run again
-- if the migration is interrupted.
create table if not exists search_bitmap_terms (
  -- Such as 'word oak', 'state tx', or 'city austin'; search_bitmaps has their rows for every chunk.
  name text primary key
);

-- Also records changes to a listing's words, city, or state.
create or replace function note_searchable_update() returns trigger language plpgsql as $$
begin
  insert into search_bitmap_changes (property_id)
  select id from new_rows n join old_rows o using (id)
  where (n.is_available or o.is_available)
    and (n.is_available, n.status, n.property_type, n.price, n.bedrooms, n.bathrooms, n.sqft, n.lot_sqft, n.year_built,
      n.parking_spaces, n.hoa_fee, n.features, n.pets, n.furnished, n.available_from, n.created_at, n.price_changed_at,
      n.city, n.state, n.search)
    is distinct from (o.is_available, o.status, o.property_type, o.price, o.bedrooms, o.bathrooms, o.sqft, o.lot_sqft,
      o.year_built, o.parking_spaces, o.hoa_fee, o.features, o.pets, o.furnished, o.available_from, o.created_at, o.price_changed_at,
      o.city, o.state, o.search);
  return null;
end $$;

-- As before, but byte by byte: finding the next set bit among 8,192 unset ones took 40 µs.
create or replace function set_bits(bits bit) returns setof integer language plpgsql immutable strict parallel safe as $$
declare
  -- The bits follow four bytes with their number.
  bytes bytea := substr(bit_send(bits), 5);
  part bytea;
  rest bytea;
  first integer;
  value integer;
begin
  -- Short parts, because each step copies the rest of its part.
  for start in 0 .. length(bytes) - 1 by 128 loop
    part := substr(bytes, start + 1, 128);
    rest := ltrim(part, '\x00');
    while length(rest) > 0 loop
      first := (start + length(part) - length(rest)) * 8;
      value := get_byte(rest, 0);
      if value & 128 <> 0 then return next first; end if;
      if value & 64 <> 0 then return next first + 1; end if;
      if value & 32 <> 0 then return next first + 2; end if;
      if value & 16 <> 0 then return next first + 3; end if;
      if value & 8 <> 0 then return next first + 4; end if;
      if value & 4 <> 0 then return next first + 5; end if;
      if value & 2 <> 0 then return next first + 6; end if;
      if value & 1 <> 0 then return next first + 7; end if;
      rest := ltrim(substr(rest, 2), '\x00');
    end loop;
  end loop;
end $$;

-- Bitmaps replace this index for features. In searches with words, the planner used it for conditions without
-- statistics, and read all of its 400,000 entries.
drop index concurrently if exists properties_features_available;

-- The number of homes in a city, across its ZIP codes. Suggestions compare the names of cities, which are
-- few. Updated whenever places are counted.
create table if not exists place_cities (
  state_key text not null,
  city_key text not null,
  status text not null,
  listing_count integer not null,
  primary key (state_key, city_key, status)
);

create index if not exists place_cities_begins on place_cities ((city_key || ' ' || state_key) text_pattern_ops);
create index if not exists place_cities_close on place_cities using gin (city_key gin_trgm_ops);

create or replace function add_up_cities() returns trigger language plpgsql as $$
begin
  delete from place_cities u using changed_rows c where (u.state_key, u.city_key) = (c.state_key, c.city_key);
  insert into place_cities (state_key, city_key, status, listing_count)
  select u.state_key, u.city_key, u.status, sum(u.listing_count)
  from (select distinct state_key, city_key from changed_rows where state_key <> '' and city_key <> '') c
  join places u using (state_key, city_key)
  group by 1, 2, 3;
  return null;
end $$;

create or replace trigger place_insert_added_up after insert on places
  referencing new table as changed_rows for each statement execute function add_up_cities();
create or replace trigger place_delete_added_up after delete on places
  referencing old table as changed_rows for each statement execute function add_up_cities();

insert into place_cities (state_key, city_key, status, listing_count)
select state_key, city_key, status, sum(listing_count) from places where state_key <> '' and city_key <> '' group by 1, 2, 3
on conflict do nothing;
analyze place_cities;
