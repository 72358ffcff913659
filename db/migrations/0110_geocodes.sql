-- Geocoder responses, stored for 30 days (docs/product/listings.md, Pin from the address).
create table geocodes (
  -- The SHA-256 hash of the geocoder's URL and the query.
  question_hash bytea primary key,
  results jsonb not null,
  created_at timestamptz(3) not null
);

create index geocodes_age on geocodes (created_at);
