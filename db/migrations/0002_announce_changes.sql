-- Notifies every process that public responses have changed, so that it clears its cache. The message has no
-- content because the entire cache is cleared. PostgreSQL delivers it when the transaction commits, once for
-- any number of statements.

create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorstep_changes', '');
  return null;
end $$;

create trigger property_change_announced after insert or update or delete on properties
  for each statement execute function announce_change();
create trigger property_image_change_announced after insert or update or delete on property_images
  for each statement execute function announce_change();
create trigger user_change_announced after insert or update or delete on users
  for each statement execute function announce_change();
