-- outside a transaction
alter table users validate constraint users_verification;

drop index concurrently if exists users_waiting;
create index concurrently users_waiting on users (agent_requested_at, id) where agent_requested_at is not null;

drop index concurrently if exists users_licensed;
create index concurrently users_licensed on users (license_number, license_state) where license_number is not null;

drop index concurrently if exists users_verification_ends;
create index concurrently users_verification_ends on users (verification_expires_on)
  where verification_expires_on is not null;
