-- outside a transaction
alter table notifications validate constraint notifications_kind;
