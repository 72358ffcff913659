-- Adds kinds for decisions about accounts, changes to listings, and listings awaiting review. The
-- code defines the list of kinds (src/shared/schemas/notification.ts).
alter table notifications drop constraint notifications_kind;
alter table notifications
  add constraint notifications_kind check (kind ~ '^[a-z_]{1,40}$') not valid;
