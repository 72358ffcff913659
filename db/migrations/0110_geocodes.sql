-- Responses of the geocoder, for 30 days (docs/product/listings.md, Pin from the address).
create table geocodes (
  -- SHA-256 of the geocoder's address and the question.
  question_hash bytea primary key,
  results jsonb not null,
  created_at timestamptz(3) not null
);

create index geocodes_age on geocodes (created_at);
