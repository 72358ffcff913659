-- outside a transaction

-- Claims a picture with one index probe per position and host. Only a few hosts are used at a time.
drop index concurrently if exists source_media_due;
create index concurrently source_media_due on source_media (position, host, next_try_at) where is_waiting;
drop index concurrently if exists source_media_claimed;
create index concurrently source_media_claimed on source_media (claimed_until) where claimed_until is not null;
drop index concurrently if exists source_media_waiting;
