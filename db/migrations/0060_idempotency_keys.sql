-- Responses to requests with an Idempotency-Key, for a day (docs/product/api.md, Sending twice). Nothing here can be read
-- without the key itself, which only its caller has.
create table idempotency_keys (
  -- Of the key, its caller, and the endpoint.
  key_hash bytea primary key,
  request_hash bytea not null,
  -- Encrypted with a key derived from the Idempotency-Key.
  response bytea not null,
  created_at timestamptz(3) not null
);

create index idempotency_keys_age on idempotency_keys (created_at);
