-- Responses to requests with an Idempotency-Key, stored for a day (docs/product/api.md, Sending
-- twice). They can be read only with the key, which only the caller has.
create table idempotency_keys (
  -- A hash of the key, its caller, and the endpoint.
  key_hash bytea primary key,
  request_hash bytea not null,
  -- Encrypted with a key derived from the Idempotency-Key.
  response bytea not null,
  created_at timestamptz(3) not null
);

create index idempotency_keys_age on idempotency_keys (created_at);
