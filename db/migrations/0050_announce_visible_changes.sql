-- outside a transaction

-- Announces that visitors can see a change (decision 034). The announcement does not say what
-- changed; only imports mark theirs. Processes of the previous release treat it as a change to
-- everything.

create or replace function announce_property_insert() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows) then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_property_update() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows n join old_rows o using (id) where n is distinct from o) then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_property_delete() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_picture_insert() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows) then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_picture_update() returns trigger language plpgsql as $$
begin
  if exists (select * from new_rows except select * from old_rows) then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_picture_delete() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then
    perform announce_anything();
  end if;
  return null;
end $$;

-- Visitors see agents, admins, and every account with a listing.
create or replace function announce_changed_users() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join old_rows o using (id)
    where (n.name, n.email, n.role, n.avatar_key) is distinct from (o.name, o.email, o.role, o.avatar_key)
      and (n.role <> 'user' or o.role <> 'user' or exists (select from properties where agent_id = n.id))
  ) then
    perform announce_anything();
  end if;
  return null;
end $$;

-- Deleting the listings of an account sends its own announcement.
create or replace function announce_deleted_users() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows where role <> 'user') then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace trigger user_delete_announced after delete on users
  referencing old table as old_rows for each statement execute function announce_deleted_users();

-- Listings show whether and how tours can be booked.
create or replace trigger tour_hours_insert_announced after insert on tour_hours
  for each row when (new.is_enabled) execute function announce_change();
create or replace trigger tour_hours_update_announced after update on tour_hours
  for each row when ((old.is_enabled, old.mode) is distinct from (new.is_enabled, new.mode))
  execute function announce_change();
create or replace trigger tour_hours_delete_announced after delete on tour_hours
  for each row when (old.is_enabled) execute function announce_change();
drop trigger if exists tour_hours_change_announced on tour_hours;

drop function if exists announce_pictures_of(bigint[]);
drop function if exists announce_listing(jsonb, jsonb);
drop function if exists announced_form(jsonb, tsvector);
drop function if exists announces_each(bigint);
