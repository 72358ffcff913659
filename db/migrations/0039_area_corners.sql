-- Whether a point lies in an area by the even-odd rule, as is_in_area says it, but from the corners alone. An area whose
-- edges run side by side across all of its latitudes has thousands of entries in its slabs, which would be copied for
-- each point; its corners are never more than the edges of the widest slab.
--   latitudes, longitudes: the corners in order; the last is joined to the first
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
