-- outside a transaction

-- US ZIP codes are compared by their first five digits: 78704-1234 is in 78704. shortZip and
-- foldZip follow the same rule (src/shared/properties/place-names.ts). Every statement can be run
-- again if the migration is interrupted.
create or replace function short_zip(input text) returns text
  language sql immutable strict parallel safe
  return case when input ~ '^ *[0-9]{5}([ -]?[0-9]{4})? *$' then substr(ltrim(input), 1, 5) else input end;

create or replace function fold_zip(input text) returns text
  language sql immutable strict parallel safe
  return fold_place(short_zip(input));

drop index concurrently if exists properties_place_home;
create index concurrently properties_place_home on properties (fold_state(state), fold_place(city), fold_zip(zip_code));

drop index concurrently if exists properties_zip;
create index concurrently properties_zip on properties (fold_zip(zip_code), status, price, created_at desc, id desc) where is_available;

-- Changes only the ZIP code key in the trigger functions that record the places of changed homes.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc like '%place_changes%' and prosrc like '%fold_place(%zip_code)%'
  loop
    execute replace(replace(definition, 'fold_place(zip_code)', 'fold_zip(zip_code)'),
      'fold_place(c.zip_code)', 'fold_zip(c.zip_code)');
  end loop;
end $$;

-- Recounts the places of longer ZIP codes by their first five digits.
do $$
declare
  reached bigint := 0;
  next_id bigint;
begin
  loop
    select max(id) into next_id from (select id from properties where id > reached order by id limit 1000) few;
    exit when next_id is null;
    insert into place_changes (state_key, city_key, zip_key)
    select distinct fold_state(state), fold_place(city), z.key
    from properties, unnest(array[fold_place(zip_code), fold_zip(zip_code)]) z (key)
    where id > reached and id <= next_id and is_available and fold_place(zip_code) <> fold_zip(zip_code);
    update saved_searches s set keys = (
      select array_agg(regexp_replace(key, '^z:([0-9]{5}) ?[0-9]{4}(?=\||$)', 'z:\1')) from unnest(keys) key)
    where keys[1] ~ '^z:[0-9]{5} ?[0-9]{4}(\||$)' and id > reached and id <= next_id;
    commit;
    reached := next_id;
  end loop;
end $$;

drop index concurrently if exists properties_place_unit;
drop index concurrently if exists properties_zip_code;
