-- New kinds: decisions about one's account, changes of listings, and listings that wait for review. The list of kinds is in
-- the code (src/shared/schemas/notification.ts) and grows with it.
alter table notifications drop constraint notifications_kind;
alter table notifications
  add constraint notifications_kind check (kind ~ '^[a-z_]{1,40}$') not valid;
