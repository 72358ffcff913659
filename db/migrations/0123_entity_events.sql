-- Changes for systems that replicate listings (docs/product/reso.md, EntityEvent). A change is
-- recorded in its transaction. A reader assigns its sequence number later, so that a later change
-- never appears before an earlier one.
create table entity_events (
  id bigint generated always as identity primary key,
  sequence bigint constraint entity_events_sequence_key unique,
  resource text not null,
  record_key text not null,
  at timestamptz(3) not null default now()
);

create index entity_events_waiting on entity_events (id) where sequence is null;
create index entity_events_age on entity_events (at);
create sequence entity_event_numbers;

create function note_property_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into entity_events (resource, record_key)
    select 'Property', id from new_rows where publish_state = 'published' order by id;
  elsif tg_op = 'UPDATE' then
    insert into entity_events (resource, record_key)
    select 'Property', n.id from new_rows n join old_rows o using (id)
    where n is distinct from o and 'published' in (n.publish_state, o.publish_state) order by n.id;
  else
    insert into entity_events (resource, record_key)
    select 'Property', id from old_rows where publish_state = 'published' order by id;
  end if;
  return null;
end $$;

create function note_media_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into entity_events (resource, record_key) select 'Media', id from new_rows order by id;
  elsif tg_op = 'UPDATE' then
    insert into entity_events (resource, record_key)
    select 'Media', n.id from new_rows n join old_rows o using (id) where n is distinct from o order by n.id;
  else
    insert into entity_events (resource, record_key) select 'Media', id from old_rows order by id;
  end if;
  return null;
end $$;

create function note_member_event() returns trigger language plpgsql as $$
begin
  insert into entity_events (resource, record_key) values ('Member', case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;

create function note_office_event() returns trigger language plpgsql as $$
begin
  insert into entity_events (resource, record_key) values ('Office', case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;

create function note_membership_event() returns trigger language plpgsql as $$
begin
  insert into entity_events (resource, record_key)
  values ('Member', case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;
