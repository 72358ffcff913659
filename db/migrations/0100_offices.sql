-- Offices and their members (docs/product/offices.md).
create table offices (
  id bigint generated always as identity primary key,
  -- Derived from the name, and used in the URL of the public page.
  slug text not null constraint offices_slug_key unique,
  name text not null,
  logo_key text,
  phone text,
  email text,
  street text,
  city text,
  state text,
  zip_code text,
  about text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index offices_by_name on offices (lower(name), id);

-- An agent can be in only one office.
create table office_members (
  user_id bigint primary key references users (id) on delete cascade,
  office_id bigint not null references offices (id) on delete cascade,
  role text not null check (role in ('manager', 'member')),
  joined_at timestamptz(3) not null
);

create index office_members_office on office_members (office_id);

-- Visitors can see offices and the office of every agent.
create trigger office_change_announced after insert or update or delete on offices
  for each row execute function announce_change();
create trigger office_member_change_announced after insert or update or delete on office_members
  for each row execute function announce_change();
