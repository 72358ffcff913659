-- outside a transaction

create or replace trigger property_insert_event after insert on properties
  referencing new table as new_rows for each statement execute function note_property_events();
create or replace trigger property_update_event after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function note_property_events();
create or replace trigger property_delete_event after delete on properties
  referencing old table as old_rows for each statement execute function note_property_events();

create or replace trigger media_insert_event after insert on property_images
  referencing new table as new_rows for each statement execute function note_media_events();
create or replace trigger media_update_event after update on property_images
  referencing old table as old_rows new table as new_rows for each statement execute function note_media_events();
create or replace trigger media_delete_event after delete on property_images
  referencing old table as old_rows for each statement execute function note_media_events();

create or replace trigger member_insert_event after insert on users
  for each row when (new.role <> 'user') execute function note_member_event();
create or replace trigger member_update_event after update on users
  for each row when ((old.name, old.email, old.phone, old.role) is distinct from (new.name, new.email, new.phone, new.role)
    and (old.role <> 'user' or new.role <> 'user')) execute function note_member_event();
create or replace trigger member_delete_event after delete on users
  for each row when (old.role <> 'user') execute function note_member_event();
create or replace trigger membership_event after insert or update or delete on office_members
  for each row execute function note_membership_event();
create or replace trigger office_event after insert or update or delete on offices
  for each row execute function note_office_event();
