-- Agents' phone numbers, and the effect of account changes on offices (docs/product/offices.md).
alter table users add column phone text;

create trigger user_phone_announced after update of phone on users
  for each row when (old.phone is distinct from new.phone) execute function announce_change();

-- Only agents can be in an office.
create function leave_office() returns trigger language plpgsql as $$
begin
  delete from office_members where user_id = new.id;
  return null;
end $$;

create trigger user_role_leaves_office after update of role on users
  for each row when (new.role <> 'agent') execute function leave_office();
