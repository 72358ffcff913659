-- outside a transaction

-- Places with available homes, for suggestions while typing (docs/product/places.md). Every statement can be
-- run again if the migration is interrupted.

-- Finds any home of a place, available or not, and the homes of a ZIP code.
drop index concurrently if exists properties_place_unit;
create index concurrently properties_place_unit on properties (fold_state(state), fold_place(city), fold_place(zip_code));

-- An address without the house number: '12-14b Main St' becomes 'Main St', and '5th Ave' is unchanged.
create or replace function street_of(address text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(address, '^\s*\d[\d/-]*[a-zA-Z]?\s+(?=\S)', '');

drop index concurrently if exists properties_address_begins;
create index concurrently properties_address_begins on properties
  (fold_place(address || ' ' || city || ' ' || state) text_pattern_ops, status) where is_available;
drop index concurrently if exists properties_street_begins;
create index concurrently properties_street_begins on properties
  (fold_place(street_of(address) || ' ' || city || ' ' || state) text_pattern_ops, status) where is_available;

-- The homes of one status, city, and ZIP code. The keys are the names folded by fold_state and fold_place.
create table if not exists places (
  state_key text not null,
  city_key text not null,
  zip_key text not null,
  status text not null,
  -- The most common spelling among the homes.
  city text not null,
  state text not null,
  zip_code text not null,
  listing_count integer not null,
  -- Totals and bounds of the homes that have a position; null if there are none.
  located_count integer not null,
  latitude_sum double precision,
  longitude_sum double precision,
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  primary key (state_key, city_key, zip_key, status)
);

create index if not exists places_city_begins on places ((city_key || ' ' || state_key) text_pattern_ops);
create index if not exists places_zip_begins on places ((zip_key || ' ' || city_key || ' ' || state_key) text_pattern_ops);
create index if not exists places_city_close on places using gin (city_key gin_trgm_ops);

-- Places that have changed since they were last counted. Changes only append rows, so that they do not wait
-- for each other. Until the places are counted again, readers count their homes.
create table if not exists place_changes (
  state_key text not null,
  city_key text not null,
  zip_key text not null
);

create index if not exists place_changes_place on place_changes (state_key, city_key, zip_key);

create or replace function note_place_insert() returns trigger language plpgsql as $$
begin
  insert into place_changes (state_key, city_key, zip_key)
  select distinct fold_state(state), fold_place(city), fold_place(zip_code) from new_rows where is_available;
  return null;
end $$;

create or replace function note_place_update() returns trigger language plpgsql as $$
begin
  insert into place_changes (state_key, city_key, zip_key)
  select distinct fold_state(c.state), fold_place(c.city), fold_place(c.zip_code)
  from new_rows n
  join old_rows o using (id)
  cross join lateral (values
    (n.state, n.city, n.zip_code, n.is_available), (o.state, o.city, o.zip_code, o.is_available)
  ) as c (state, city, zip_code, is_available)
  where c.is_available
    and (n.state, n.city, n.zip_code, n.is_available, n.status, n.latitude, n.longitude)
      is distinct from (o.state, o.city, o.zip_code, o.is_available, o.status, o.latitude, o.longitude);
  return null;
end $$;

create or replace function note_place_delete() returns trigger language plpgsql as $$
begin
  insert into place_changes (state_key, city_key, zip_key)
  select distinct fold_state(state), fold_place(city), fold_place(zip_code) from old_rows where is_available;
  return null;
end $$;

drop trigger if exists property_insert_placed on properties;
create trigger property_insert_placed after insert on properties
  referencing new table as new_rows for each statement execute function note_place_insert();
drop trigger if exists property_update_placed on properties;
create trigger property_update_placed after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function note_place_update();
drop trigger if exists property_delete_placed on properties;
create trigger property_delete_placed after delete on properties
  referencing old table as old_rows for each statement execute function note_place_delete();

insert into place_changes (state_key, city_key, zip_key)
select distinct fold_state(state), fold_place(city), fold_place(zip_code) from properties where is_available;
analyze properties;
