-- Proven addresses, stopped addresses, and the number of emails to each address (docs/product/mail.md).

-- Returns a key that identifies an address without revealing it.
create function address_hash(address text) returns bytea language sql immutable strict parallel safe
  return sha256(convert_to(lower(address), 'UTF8'));

-- Proven addresses of people without an account. Those of accounts are in
-- alert_preferences.confirmed_email.
create table proven_addresses (
  address_hash bytea primary key,
  proven_at timestamptz(3) not null
);

-- Addresses that get only security emails.
create table stopped_addresses (
  address_hash bytea primary key,
  stopped_at timestamptz(3) not null
);

-- The stop links in emails, stored as hashes.
create table stop_tokens (
  token_hash bytea primary key,
  address_hash bytea not null,
  created_at timestamptz(3) not null
);

create index stop_tokens_age on stop_tokens (created_at);

-- The emails of the last day.
create table sent_mails (
  -- One row for each job, regardless of the number of attempts.
  message_key text primary key,
  address_hash bytea not null,
  kind text not null,
  -- The conversation or tour.
  about text,
  sent_at timestamptz(3) not null
);

create index sent_mails_address on sent_mails (address_hash, sent_at);
create index sent_mails_age on sent_mails (sent_at);

-- Changes to a conversation or tour that its next email describes.
create table gathered_mails (
  address_hash bytea not null,
  about text not null,
  count integer not null,
  since timestamptz(3) not null,
  primary key (address_hash, about)
);

insert into proven_addresses (address_hash, proven_at)
select address_hash(email), min(confirmed_at) from saved_searches
where user_id is null and confirmed_at is not null group by 1;
