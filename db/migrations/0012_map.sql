-- outside a transaction

-- The positions of homes. A box is searched in strips of a quarter degree of latitude, and within each strip
-- by longitude. The index includes everything that the map shows about a home, so that no listing is read.
create or replace function map_strip(latitude double precision) returns smallint
  language sql immutable strict parallel safe
  return floor(latitude * 4)::smallint;

drop index concurrently if exists properties_map;
create index concurrently properties_map on properties (map_strip(latitude), longitude, latitude, status, property_type, bedrooms, price, id) where is_available;

-- Homes without a position, which the map counts separately.
drop index concurrently if exists properties_unmapped;
create index concurrently properties_unmapped on properties (id) where is_available and (latitude = 0 or longitude = 0);

-- The difference of two coordinates. A difference smaller than any device can measure becomes zero: products
-- of such numbers would underflow, which is an error in PostgreSQL.
create or replace function degrees_between(origin double precision, target double precision) returns double precision
  language sql immutable strict parallel safe
  return case when abs(target - origin) < 1e-12 then 0 else target - origin end;

-- Whether a point is in an area, by the even-odd rule. The area is divided into slabs: only some of the edges
-- cross the range between two adjacent corner latitudes, and a point is compared only with these. levels: the
-- latitudes of all corners, ascending; starts[n]: the index of the first edge of slab n; for each edge, its
-- longitude at latitude `bottoms[i]`, and its change of longitude per degree of latitude.
create or replace function is_in_area(
  latitude double precision, longitude double precision, levels double precision[], starts integer[],
  bottoms double precision[], lefts double precision[], slopes double precision[]
) returns boolean language plpgsql immutable strict parallel safe as $$
declare
  slab integer := width_bucket(latitude, levels);
  is_inside boolean := false;
begin
  if slab = 0 or slab >= cardinality(levels) then
    return false;
  end if;
  for i in starts[slab] .. starts[slab + 1] - 1 loop
    if longitude < lefts[i] + degrees_between(bottoms[i], latitude) * slopes[i] then
      is_inside := not is_inside;
    end if;
  end loop;
  return is_inside;
end $$;

-- Great-circle miles (haversine formula); the radius is that of src/shared/geo/distance.ts.
create or replace function miles_between(
  latitude double precision, longitude double precision, other_latitude double precision, other_longitude double precision
) returns double precision language sql immutable strict parallel safe
  return 2 * 3958.7613 * asin(least(1, sqrt(
    power(sin(radians(degrees_between(latitude, other_latitude)) / 2), 2)
    + cos(radians(latitude)) * cos(radians(other_latitude)) * power(sin(radians(degrees_between(longitude, other_longitude)) / 2), 2))));

-- The ID of the cell that contains a point. Each cell is half a degree wide and high.
create or replace function map_cell(latitude double precision, longitude double precision) returns integer
  language sql immutable strict parallel safe
  return floor((latitude + 90) * 2)::integer * 721 + floor((longitude + 180) * 2)::integer;

-- The number of homes in each cell, so that the map of a whole country adds up cells instead of homes.
create table if not exists map_cells (
  cell integer not null,
  status text not null,
  property_type text not null,
  listing_count integer not null,
  latitude_sum double precision not null,
  longitude_sum double precision not null,
  min_price numeric(14, 2) not null,
  max_price numeric(14, 2) not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  primary key (cell, status, property_type)
);

create table if not exists map_places (
  cell integer not null,
  city text not null,
  state text not null,
  listing_count integer not null,
  latitude_sum double precision not null,
  longitude_sum double precision not null,
  primary key (cell, city, state)
);

-- Cells that have changed since they were last counted. Changes only append rows, so that they do not wait
-- for each other. Until the cells are counted again, the map reads their homes.
create table if not exists map_changes (
  cell integer not null
);

create index if not exists map_changes_cell on map_changes (cell);

create or replace function note_map_insert() returns trigger language plpgsql as $$
begin
  insert into map_changes (cell)
  select distinct map_cell(latitude, longitude) from new_rows where is_available;
  return null;
end $$;

create or replace function note_map_update() returns trigger language plpgsql as $$
begin
  insert into map_changes (cell)
  select distinct map_cell(c.latitude, c.longitude)
  from new_rows n
  join old_rows o using (id)
  cross join lateral (values
    (n.latitude, n.longitude, n.is_available), (o.latitude, o.longitude, o.is_available)
  ) as c (latitude, longitude, is_available)
  where c.is_available
    and (n.latitude, n.longitude, n.is_available, n.status, n.property_type, n.price, n.city, n.state)
      is distinct from (o.latitude, o.longitude, o.is_available, o.status, o.property_type, o.price, o.city, o.state);
  return null;
end $$;

create or replace function note_map_delete() returns trigger language plpgsql as $$
begin
  insert into map_changes (cell)
  select distinct map_cell(latitude, longitude) from old_rows where is_available;
  return null;
end $$;

drop trigger if exists property_insert_mapped on properties;
create trigger property_insert_mapped after insert on properties
  referencing new table as new_rows for each statement execute function note_map_insert();
drop trigger if exists property_update_mapped on properties;
create trigger property_update_mapped after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function note_map_update();
drop trigger if exists property_delete_mapped on properties;
create trigger property_delete_mapped after delete on properties
  referencing old table as old_rows for each statement execute function note_map_delete();

insert into map_changes (cell)
select distinct map_cell(latitude, longitude) from properties where is_available;
