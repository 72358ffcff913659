-- Whether a point is in an area by the even-odd rule, like is_in_area, but computed from the corners alone.
-- If all edges of an area run through all of its latitudes, its slabs have thousands of entries, which would
-- be copied for each point. There are never more corners than edges in the widest slab. latitudes,
-- longitudes: the corners in order; the last one is connected to the first
create or replace function is_in_ring(
  latitude double precision, longitude double precision, latitudes double precision[], longitudes double precision[]
) returns boolean language plpgsql immutable strict parallel safe as $$
declare
  before integer := cardinality(latitudes);
  is_inside boolean := false;
begin
  for corner in 1 .. cardinality(latitudes) loop
    if (latitudes[before] > latitude) <> (latitudes[corner] > latitude)
      and longitude < longitudes[before] + degrees_between(latitudes[before], latitude)
        * ((longitudes[corner] - longitudes[before]) / (latitudes[corner] - latitudes[before]))
    then
      is_inside := not is_inside;
    end if;
    before := corner;
  end loop;
  return is_inside;
end $$;
