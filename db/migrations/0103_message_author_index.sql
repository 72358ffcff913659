-- outside a transaction
-- Finds the messages that a user wrote on behalf of colleagues.
drop index concurrently if exists inquiry_messages_author;
create index concurrently inquiry_messages_author on inquiry_messages (author_id) where author_id is not null;
