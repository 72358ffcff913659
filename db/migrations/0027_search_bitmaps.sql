-- What searches ask of listings as bits: for each of some conditions, and each 8,192 identifiers, which of them are
-- available and meet it (decision 028). Counting a search then means to combine a few thousand bytes for each condition.
-- Nothing is filled here: a server does it, where there are listings enough to gain by it.
create table search_bitmaps (
  -- Such as 'pool' or 'sqft>=1500'.
  name text not null,
  chunk integer not null,
  -- The first is that of the identifier 8192 * chunk.
  bits bit(8192) not null,
  primary key (name, chunk)
);

-- One row while the bits are complete but for the changes below.
create table search_bitmaps_ready (
  -- The conditions that there are bits of, as the server knows them: others make them anew.
  version text not null
);

-- Listings that changed since their bits were set. Only ever appended to by those who change listings, so that nobody
-- waits for anybody; a search looks at these themselves until the bits are set again.
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

-- The places of the bits that are set, from 0. Short parts, because each step copies what is left of one.
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
