-- Attribution and display rules of a listing from an MLS (docs/product/import.md, Display and attribution).
alter table properties
  add column mls_number text,
  -- { agentName, officeName, agentPhone, source, disclaimer, updatedAt }; null if the listing's own
  -- agent lists it.
  add column attribution jsonb,
  -- Whether the seller allows the listing and its address to be displayed.
  add column is_displayed boolean not null default true,
  add column is_address_displayed boolean not null default true,
  -- The address and position of a listing whose address is withheld. The columns that public
  -- queries read do not contain them.
  add column private_address text,
  add column private_latitude double precision,
  add column private_longitude double precision;

alter table properties add constraint properties_mls_number_length check (char_length(mls_number) <= 50) not valid;

-- Statements set the actual address and position. If the address is withheld, this trigger moves
-- them to the private columns.
create function withhold_address() returns trigger language plpgsql as $$
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
    new.private_address := null;
    new.private_latitude := null;
    new.private_longitude := null;
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
  return new;
end $$;

create trigger property_insert_withheld before insert on properties
  for each row when (not new.is_address_displayed) execute function withhold_address();
create trigger property_update_withheld before update on properties
  for each row when (not new.is_address_displayed or not old.is_address_displayed) execute function withhold_address();
