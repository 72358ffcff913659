-- The audit log replaces the history of site settings, and includes its entries. During an upgrade,
-- processes of the previous release still write to that table, so it stays for one release.

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint references users (id) on delete set null,
  actor_name text not null,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  entity_kind text not null,
  entity_id text,
  entity_title text not null,
  changes jsonb not null default '{}',
  place text
);

create index audit_entries_time on audit_entries (at desc, id desc);
create index audit_entries_actor on audit_entries (actor_id, at desc, id desc);
create index audit_entries_entity on audit_entries (entity_kind, entity_id, at desc, id desc);
create index audit_entries_action on audit_entries (action, at desc, id desc);
create index audit_entries_place on audit_entries (at) where place is not null;

-- Only names and IP addresses (place) can be removed. Nothing else can change.
create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'audit_entries is append-only';
  end if;
  if old.actor_id is not null and new.actor_id is null then
    new.actor_name := 'Deleted user';
  end if;
  if (new.id, new.at, new.action, new.entity_kind, new.entity_id, new.changes)
      is distinct from (old.id, old.at, old.action, old.entity_kind, old.entity_id, old.changes)
    or (new.actor_id is distinct from old.actor_id and new.actor_id is not null)
    or (new.actor_name <> old.actor_name and new.actor_name <> 'Deleted user')
    or (new.entity_title <> old.entity_title and new.entity_title <> 'Deleted user')
    or (new.place is distinct from old.place and new.place is not null) then
    raise exception 'audit_entries is append-only';
  end if;
  return new;
end $$;

create trigger keep_audit_entry before update or delete on audit_entries
  for each row execute function keep_audit_entry();

create function forget_deleted_user() returns trigger language plpgsql as $$
begin
  update audit_entries set entity_title = 'Deleted user'
  where entity_kind = 'user' and entity_id = old.id::text;
  return null;
end $$;

create trigger forget_deleted_user after delete on users
  for each row execute function forget_deleted_user();

insert into audit_entries (at, actor_id, actor_name, action, entity_kind, entity_title, changes)
select changed_at, actor_id, coalesce(u.name, 'Deleted user'), 'site.changed', 'site', 'Site settings',
  jsonb_build_object(setting, jsonb_build_array(old_value, new_value))
from site_history h left join users u on u.id = h.actor_id
order by h.id;
