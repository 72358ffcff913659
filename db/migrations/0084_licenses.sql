-- The license list that admins upload (docs/product/verified-agents.md, License list). Each upload
-- replaces it.
create table licenses (
  number text not null,
  state text not null,
  name text not null,
  expires date not null
);

create index licenses_number on licenses (number, state);
