-- Other systems' API keys, and the tokens issued for them (docs/product/api-keys.md).
create table api_keys (
  id bigint generated always as identity primary key,
  name text not null constraint api_keys_name_length check (char_length(name) between 1 and 100),
  scopes text[] not null,
  client_id text not null constraint api_keys_client_id_key unique,
  secret_hash bytea not null constraint api_keys_secret_hash_key unique,
  -- The key works until the end of this day (UTC).
  expires_on date,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);

create table api_tokens (
  token_hash bytea primary key,
  key_id bigint not null references api_keys (id) on delete cascade,
  scopes text[] not null,
  expires_at timestamptz(3) not null
);

create index api_tokens_key on api_tokens (key_id);
create index api_tokens_age on api_tokens (expires_at);
