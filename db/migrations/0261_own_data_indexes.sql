-- outside a transaction

-- Finds the rows of a user for the download of their own data, without reading all rows.
drop index concurrently if exists property_history_actor;
create index concurrently property_history_actor on property_history (actor_id, id) where actor_id is not null;
drop index concurrently if exists contact_messages_email;
create index concurrently contact_messages_email on contact_messages (lower(email), id);
drop index concurrently if exists reports_email;
create index concurrently reports_email on reports (lower(email), id) where email is not null;
