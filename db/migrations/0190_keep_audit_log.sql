-- The audit log also rejects truncation, and allows an invitation's address to be removed when the
-- account with that address is deleted.

create or replace function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
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

create trigger keep_audit_entries before truncate on audit_entries
  for each statement execute function keep_audit_entry();

create or replace function forget_deleted_user() returns trigger language plpgsql as $$
begin
  update audit_entries set entity_title = 'Deleted user'
  where (entity_kind = 'user' and entity_id = old.id::text)
    or (entity_kind = 'invitation' and lower(entity_title) = lower(old.email));
  return null;
end $$;
