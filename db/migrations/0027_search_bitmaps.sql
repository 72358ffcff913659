-- Search conditions as bitmaps: each contains the available listings that meet one condition, among 8,192
-- consecutive IDs (decision 028). Counting a search then means combining a few thousand bytes for each
-- condition. The tables stay empty until a server fills them, which it does if there are enough listings to
-- benefit.
create table search_bitmaps (
  -- Such as 'pool' or 'sqft>=1500'.
  name text not null,
  chunk integer not null,
  -- The first bit belongs to the ID 8192 * chunk.
  bits bit(8192) not null,
  primary key (name, chunk)
);

-- One row while the bitmaps are complete except for the changes below.
create table search_bitmaps_ready (
  -- The conditions with bitmaps, as the server defines them. If they differ, the bitmaps are rebuilt.
  version text not null
);

-- Listings that have changed since their bits were set. Changes only append rows, so that they do not wait
-- for each other. Until the bits are set again, searches read these listings.
create table search_bitmap_changes (
  property_id bigint not null
);

create index search_bitmap_changes_property on search_bitmap_changes (property_id);

create function note_searchable_insert() returns trigger language plpgsql as $$
begin
  insert into search_bitmap_changes (property_id) select id from new_rows where is_available;
  return null;
end $$;

create function note_searchable_update() returns trigger language plpgsql as $$
begin
  insert into search_bitmap_changes (property_id)
  select id from new_rows n join old_rows o using (id)
  where (n.is_available or o.is_available)
    and (n.is_available, n.status, n.property_type, n.price, n.bedrooms, n.bathrooms, n.sqft, n.lot_sqft, n.year_built,
      n.parking_spaces, n.hoa_fee, n.features, n.pets, n.furnished, n.available_from, n.created_at, n.price_changed_at)
    is distinct from (o.is_available, o.status, o.property_type, o.price, o.bedrooms, o.bathrooms, o.sqft, o.lot_sqft,
      o.year_built, o.parking_spaces, o.hoa_fee, o.features, o.pets, o.furnished, o.available_from, o.created_at, o.price_changed_at);
  return null;
end $$;

create function note_searchable_delete() returns trigger language plpgsql as $$
begin
  insert into search_bitmap_changes (property_id) select id from old_rows where is_available;
  return null;
end $$;

create trigger property_insert_searchable after insert on properties
  referencing new table as new_rows for each statement execute function note_searchable_insert();
create trigger property_update_searchable after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function note_searchable_update();
create trigger property_delete_searchable after delete on properties
  referencing old table as old_rows for each statement execute function note_searchable_delete();

-- The positions of the set bits, from 0. Processes short parts because each step copies the rest of its part.
create function set_bits(bits bit) returns setof integer language plpgsql immutable strict parallel safe as $$
declare
  part bit varying;
  place integer;
  step integer;
begin
  for start in 0 .. length(bits) - 1 by 512 loop
    part := substring(bits from start + 1 for 512);
    place := 0;
    step := position(B'1' in part);
    while step > 0 loop
      place := place + step;
      return next start + place - 1;
      step := position(B'1' in substring(part from place + 1));
    end loop;
  end loop;
end $$;
