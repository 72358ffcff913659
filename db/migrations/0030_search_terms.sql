-- outside a transaction

-- Frequent words, states and large cities have bits as well (decision 030). Every statement can be run again, should
-- the file break off.
create table if not exists search_bitmap_terms (
  -- Such as 'word oak', 'state tx' or 'city austin': search_bitmaps has rows of these for every chunk.
  name text primary key
);

-- Other words and places are a change as well.
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

-- As before, but by bytes: looking for the next bit took 40 µs for 8,192 of which none was set.
create or replace function set_bits(bits bit) returns setof integer language plpgsql immutable strict parallel safe as $$
declare
  -- After four bytes that say how many bits there are.
  bytes bytea := substr(bit_send(bits), 5);
  part bytea;
  rest bytea;
  first integer;
  value integer;
begin
  -- Short parts, because each step copies what is left of one.
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

-- Features are found by bits. Beside words the planner took this index for each condition that it knows nothing of, and
-- went through all of its 400,000 entries.
drop index concurrently if exists properties_features_available;

-- How many homes a city has, whatever their ZIP codes: suggestions compare the names of cities, which are few. Kept up
-- by whoever adds up places.
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
