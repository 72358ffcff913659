-- The ZIP code of a listing whose address is withheld, if the public sees only a part of it. Like the
-- address, it is not in the columns that public queries and the search read.
alter table properties add column private_zip_code text;

-- Returns the public part of a withheld ZIP code: its first five digits, because the others identify
-- a block or a building. Accepts any separator, because agents can enter any text.
create function withheld_zip(input text) returns text
  language sql immutable strict parallel safe
  return coalesce(substring(input from '^ *([0-9]{5})(?=[^0-9]|[0-9]{4}([^0-9]|$))'), input);

create or replace function withhold_address() returns trigger language plpgsql as $$
begin
  if new.is_address_displayed then
    -- Once the address can be displayed again, restores it unless the same statement sets a new
    -- one.
    if new.address = 'Address withheld' then
      new.address := coalesce(new.private_address, new.address);
    end if;
    if new.latitude = old.latitude and new.longitude = old.longitude then
      new.latitude := coalesce(new.private_latitude, new.latitude);
      new.longitude := coalesce(new.private_longitude, new.longitude);
    end if;
    new.zip_code := coalesce(new.private_zip_code, new.zip_code);
    new.private_address := null;
    new.private_latitude := null;
    new.private_longitude := null;
    new.private_zip_code := null;
    return new;
  end if;
  if new.address <> 'Address withheld' then
    new.private_address := new.address;
    new.address := 'Address withheld';
  end if;
  if new.private_latitude is null or new.latitude <> round(new.private_latitude::numeric, 2)::double precision then
    new.private_latitude := new.latitude;
    new.latitude := round(new.latitude::numeric, 2)::double precision;
  end if;
  if new.private_longitude is null or new.longitude <> round(new.private_longitude::numeric, 2)::double precision then
    new.private_longitude := new.longitude;
    new.longitude := round(new.longitude::numeric, 2)::double precision;
  end if;
  if new.zip_code <> withheld_zip(new.zip_code) then
    new.private_zip_code := new.zip_code;
    new.zip_code := withheld_zip(new.zip_code);
  end if;
  return new;
end $$;

-- A statement that sets the ZIP code replaces the private one, even if it sets only the same first five
-- digits. Otherwise, every import of a file without the last four digits would change the listing.
create function replace_private_zip_code() returns trigger language plpgsql as $$
begin
  new.private_zip_code := null;
  return new;
end $$;

-- Runs before property_update_withheld: triggers run in the order of their names.
create trigger property_update_private_zip_code before update of zip_code on properties
  for each row when (old.private_zip_code is not null) execute function replace_private_zip_code();
