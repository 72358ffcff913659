-- outside a transaction

-- Announces what has changed, so that each process drops only the cached responses that may be affected
-- (decision 029). An announcement without details means that anything may have changed. Every statement can
-- be run again if the migration is interrupted. New triggers are created before the previous ones are
-- dropped, so that no change is missed.

-- Imports make many changes in a row. Processes then drop all cached responses, at most once a second.
create or replace function announce_anything() returns void language plpgsql as $$
begin
  perform pg_notify('doorstep_changes',
    case when current_setting('doorstep.is_import', true) = 'on' then 'import' else '' end);
end $$;

create or replace function announce_change() returns trigger language plpgsql as $$
begin
  perform announce_anything();
  return null;
end $$;

-- The values of a listing that searches compare. Its words represent its texts.
create or replace function announced_form(listing jsonb, words tsvector) returns jsonb language sql immutable as $$
  select listing - array['search', 'title', 'description', 'listing_key', 'virtual_tour_url']
    || jsonb_build_object('words', array_to_string(tsvector_to_array(words), ' '))
$$;

-- A listing before and after the change; null if it did not exist or no longer exists. The new state contains
-- only what has changed. A PostgreSQL notification has fewer than 8,000 bytes.
create or replace function announce_listing(before jsonb, after jsonb) returns void language plpgsql as $$
declare
  message text := json_build_object('before', before, 'after', case when before is null or after is null then after else (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(after) where before -> key is distinct from value
  ) end)::text;
begin
  if octet_length(message) < 8000 then
    perform pg_notify('doorstep_changes', message);
  else
    perform announce_anything();
  end if;
end $$;

-- If a statement changes more listings than this, everything is dropped.
create or replace function announces_each(listings bigint) returns boolean language sql stable as $$
  select listings <= 20 and current_setting('doorstep.is_import', true) is distinct from 'on'
$$;

create or replace function announce_property_insert() returns trigger language plpgsql as $$
begin
  if announces_each((select count(*) from (select from new_rows limit 21) few)) then
    perform announce_listing(null, announced_form(to_jsonb(n), n.search)) from new_rows n;
  else
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_property_update() returns trigger language plpgsql as $$
begin
  if announces_each((select count(*) from (select from new_rows limit 21) few)) then
    perform announce_listing(announced_form(to_jsonb(o), o.search), announced_form(to_jsonb(n), n.search)) from new_rows n join old_rows o using (id);
  else
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_property_delete() returns trigger language plpgsql as $$
begin
  if announces_each((select count(*) from (select from old_rows limit 21) few)) then
    perform announce_listing(announced_form(to_jsonb(o), o.search), null) from old_rows o;
  else
    perform announce_anything();
  end if;
  return null;
end $$;

-- A change to its pictures changes a listing wherever it is shown.
create or replace function announce_pictures_of(listings bigint[]) returns void language plpgsql as $$
begin
  if announces_each(cardinality(listings)) then
    perform announce_listing(announced_form(to_jsonb(p), p.search), announced_form(to_jsonb(p), p.search)) from properties p where id = any(listings);
  else
    perform announce_anything();
  end if;
end $$;

create or replace function announce_picture_insert() returns trigger language plpgsql as $$
begin
  perform announce_pictures_of(array(select distinct property_id from new_rows));
  return null;
end $$;

create or replace function announce_picture_update() returns trigger language plpgsql as $$
begin
  perform announce_pictures_of(array(select property_id from new_rows union select property_id from old_rows));
  return null;
end $$;

create or replace function announce_picture_delete() returns trigger language plpgsql as $$
begin
  perform announce_pictures_of(array(select distinct property_id from old_rows));
  return null;
end $$;

-- New accounts without listings and changed passwords are not announced, because visitors cannot see them.
create or replace function announce_new_users() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows where role <> 'user') then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_changed_users() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join old_rows o using (id)
    where (n.name, n.email, n.role, n.avatar_key) is distinct from (o.name, o.email, o.role, o.avatar_key)
  ) then
    perform announce_anything();
  end if;
  return null;
end $$;

-- Deleting a listing also runs this for its open houses. Most listings have none, and nothing is announced.
create or replace function announce_open_house_delete() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace trigger open_house_delete_announced after delete on open_houses
  referencing old table as old_rows for each statement execute function announce_open_house_delete();
create or replace trigger open_house_change_announced after insert or update on open_houses
  for each statement execute function announce_change();
create or replace trigger property_insert_announced after insert on properties
  referencing new table as new_rows for each statement execute function announce_property_insert();
create or replace trigger property_update_announced after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function announce_property_update();
create or replace trigger property_delete_announced after delete on properties
  referencing old table as old_rows for each statement execute function announce_property_delete();
create or replace trigger property_image_insert_announced after insert on property_images
  referencing new table as new_rows for each statement execute function announce_picture_insert();
create or replace trigger property_image_update_announced after update on property_images
  referencing old table as old_rows new table as new_rows for each statement execute function announce_picture_update();
create or replace trigger property_image_delete_announced after delete on property_images
  referencing old table as old_rows for each statement execute function announce_picture_delete();
create or replace trigger user_insert_announced after insert on users
  referencing new table as new_rows for each statement execute function announce_new_users();
create or replace trigger user_update_announced after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function announce_changed_users();
create or replace trigger user_delete_announced after delete on users
  for each statement execute function announce_change();

drop trigger if exists property_change_announced on properties;
drop trigger if exists property_image_change_announced on property_images;
drop trigger if exists user_change_announced on users;
