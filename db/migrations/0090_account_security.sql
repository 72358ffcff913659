-- Second factors, passkeys, and the places where sessions were opened
-- (docs/product/account-security.md).

-- Active authenticator apps. Secrets are encrypted with the data key.
create table two_factors (
  user_id bigint primary key references users on delete cascade,
  secret bytea not null,
  -- The last time step whose code was used, so that no code works twice.
  last_step bigint not null,
  created_at timestamptz not null
);

-- Authenticator apps that have not been confirmed with a code yet.
create table two_factor_setups (
  user_id bigint primary key references users on delete cascade,
  secret bytea not null,
  created_at timestamptz not null
);

-- Hashes of the unused codes.
create table recovery_codes (
  user_id bigint not null references two_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null constraint passkeys_credential_key unique,
  public_key bytea not null,
  -- The authenticator's signature counter.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Challenges without a response so far; the user is null for sign-ins.
create table passkey_challenges (
  challenge text primary key,
  user_id bigint references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);

-- The names of devices from which an account was used, such as 'Chrome on Windows'.
create table account_devices (
  user_id bigint not null references users on delete cascade,
  device text not null,
  last_used_at timestamptz not null,
  -- When a sign-in from this device was last emailed.
  mailed_at timestamptz,
  primary key (user_id, device)
);
create index account_devices_last_use on account_devices (last_used_at);

alter table sessions
  add column device text,
  add column place text,
  add column last_seen_at timestamptz,
  -- The passkey used to sign in. It may have been removed since.
  add column passkey_id bigint;
