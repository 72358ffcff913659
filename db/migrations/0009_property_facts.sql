-- outside a transaction

-- Facts of a listing; null if unknown. Every statement can be run again if the migration is interrupted.
alter table properties add column if not exists year_built smallint;
alter table properties add column if not exists lot_sqft integer;
alter table properties add column if not exists stories smallint;
alter table properties add column if not exists parking_spaces smallint;
alter table properties add column if not exists hoa_fee numeric(8, 2);
alter table properties add column if not exists tax_annual numeric(10, 2);
alter table properties add column if not exists features text[] not null default '{}';
alter table properties add column if not exists pets text;
alter table properties add column if not exists furnished text;
alter table properties add column if not exists available_from date;
alter table properties add column if not exists lease_months smallint;
alter table properties add column if not exists deposit numeric(10, 2);
alter table properties add column if not exists virtual_tour_url text;
-- The last price change since the status changed. Maintained by a trigger, so that lists do not need to read
-- the history.
alter table properties add column if not exists previous_price numeric(14, 2);
alter table properties add column if not exists price_changed_at timestamptz(3);

alter table properties drop constraint if exists properties_year_built;
alter table properties add constraint properties_year_built check (year_built between 1600 and 9999) not valid;
alter table properties validate constraint properties_year_built;
alter table properties drop constraint if exists properties_lot_sqft;
alter table properties add constraint properties_lot_sqft check (lot_sqft between 1 and 1000000000) not valid;
alter table properties validate constraint properties_lot_sqft;
alter table properties drop constraint if exists properties_stories;
alter table properties add constraint properties_stories check (stories between 1 and 200) not valid;
alter table properties validate constraint properties_stories;
alter table properties drop constraint if exists properties_parking_spaces;
alter table properties add constraint properties_parking_spaces check (parking_spaces between 0 and 100) not valid;
alter table properties validate constraint properties_parking_spaces;
alter table properties drop constraint if exists properties_hoa_fee;
alter table properties add constraint properties_hoa_fee check (hoa_fee between 0 and 100000) not valid;
alter table properties validate constraint properties_hoa_fee;
alter table properties drop constraint if exists properties_tax_annual;
alter table properties add constraint properties_tax_annual check (tax_annual between 0 and 10000000) not valid;
alter table properties validate constraint properties_tax_annual;
alter table properties drop constraint if exists properties_features;
alter table properties add constraint properties_features check (array_position(features, null) is null and cardinality(features) <= 100) not valid;
alter table properties validate constraint properties_features;
alter table properties drop constraint if exists properties_pets;
alter table properties add constraint properties_pets check (pets in ('none', 'cats', 'dogs', 'cats_and_dogs')) not valid;
alter table properties validate constraint properties_pets;
alter table properties drop constraint if exists properties_furnished;
alter table properties add constraint properties_furnished check (furnished in ('no', 'partly', 'yes')) not valid;
alter table properties validate constraint properties_furnished;
alter table properties drop constraint if exists properties_lease_months;
alter table properties add constraint properties_lease_months check (lease_months between 1 and 120) not valid;
alter table properties validate constraint properties_lease_months;
alter table properties drop constraint if exists properties_deposit;
alter table properties add constraint properties_deposit check (deposit between 0 and 10000000) not valid;
alter table properties validate constraint properties_deposit;
alter table properties drop constraint if exists properties_virtual_tour_url;
alter table properties add constraint properties_virtual_tour_url check (char_length(virtual_tour_url) between 9 and 500) not valid;
alter table properties validate constraint properties_virtual_tour_url;

-- The form in which places are compared: without case, accents, apostrophes, and periods; other ASCII
-- punctuation becomes one space. Equivalent to foldPlace (src/shared/properties/place-names.ts).
create or replace function fold_place(input text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(
    translate(lower(fold_accents(input)), U&'''.`\00B4\2018\2019\02BC', ''),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'));

-- The form in which states are compared: a name with a code becomes the code. Equivalent to foldState. Not
-- strict, and without CASE: otherwise, PostgreSQL would not inline it, and calling it for each row takes ten
-- times as long.
create or replace function fold_state(input text) returns text
  language sql immutable parallel safe
  return coalesce(
    '{
      "alabama": "al", "alaska": "ak", "arizona": "az", "arkansas": "ar",
      "california": "ca", "colorado": "co", "connecticut": "ct", "delaware": "de",
      "district of columbia": "dc", "florida": "fl", "georgia": "ga", "hawaii": "hi",
      "idaho": "id", "illinois": "il", "indiana": "in", "iowa": "ia",
      "kansas": "ks", "kentucky": "ky", "louisiana": "la", "maine": "me",
      "maryland": "md", "massachusetts": "ma", "michigan": "mi", "minnesota": "mn",
      "mississippi": "ms", "missouri": "mo", "montana": "mt", "nebraska": "ne",
      "nevada": "nv", "new hampshire": "nh", "new jersey": "nj", "new mexico": "nm",
      "new york": "ny", "north carolina": "nc", "north dakota": "nd", "ohio": "oh",
      "oklahoma": "ok", "oregon": "or", "pennsylvania": "pa", "rhode island": "ri",
      "south carolina": "sc", "south dakota": "sd", "tennessee": "tn", "texas": "tx",
      "utah": "ut", "vermont": "vt", "virginia": "va", "washington": "wa",
      "west virginia": "wv", "wisconsin": "wi", "wyoming": "wy", "american samoa": "as",
      "guam": "gu", "northern mariana islands": "mp", "puerto rico": "pr", "us virgin islands": "vi"
    }'::jsonb ->> fold_place(input),
    fold_place(input));

-- An import that knows the time of the price change sets both columns itself.
create or replace function note_price_change() returns trigger language plpgsql as $$
begin
  if old.status is distinct from new.status then
    new.previous_price := null;
    new.price_changed_at := null;
  elsif new.price_changed_at is not distinct from old.price_changed_at then
    new.previous_price := old.price;
    new.price_changed_at := case when new.updated_at is distinct from old.updated_at then new.updated_at else now() end;
  end if;
  return new;
end $$;

create or replace trigger property_price_change_noted before update on properties
  for each row when (old.price is distinct from new.price or old.status is distinct from new.status)
  execute function note_price_change();

-- Fills in the price changes of the last 30 days from the history.
do $$
declare
  change record;
begin
  for change in
    select distinct on (property_id) property_id, (old_value #>> '{}')::numeric as price, changed_at
    from property_history h
    where h.change = 'price' and changed_at > now() - interval '30 days' and not exists (
      select from property_history later
      where later.property_id = h.property_id and later.change = 'status' and later.id >= h.id - 1
        and later.changed_at >= h.changed_at
    )
    order by property_id, id desc
  loop
    update properties set previous_price = change.price, price_changed_at = change.changed_at
    where id = change.property_id and price_changed_at is null;
    commit;
  end loop;
end $$;

drop index concurrently if exists properties_place;
create index concurrently properties_place on properties (fold_state(state), fold_place(city), status, price, created_at desc, id desc) where is_available;
drop index concurrently if exists properties_zip_code;
create index concurrently properties_zip_code on properties (fold_place(zip_code), status, price, created_at desc, id desc) where is_available;
drop index concurrently if exists properties_features_available;
create index concurrently properties_features_available on properties using gin (features) with (fastupdate = off) where is_available;
drop index concurrently if exists properties_reduced;
create index concurrently properties_reduced on properties (price_changed_at desc, id desc, status, price) where is_available and previous_price > price;
analyze properties;
