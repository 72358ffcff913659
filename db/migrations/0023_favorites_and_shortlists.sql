-- Saved homes, and lists of homes that several people rate together (docs/product/saved-homes.md).

create table favorites (
  user_id bigint not null references users (id) on delete cascade,
  property_id bigint not null references properties (id) on delete cascade,
  note text constraint favorites_note_length check (char_length(note) between 1 and 1000),
  -- The price when the home was saved, to show changes since then.
  saved_price numeric(14, 2) not null,
  saved_at timestamptz(3) not null,
  primary key (user_id, property_id)
);

create index favorites_newest on favorites (user_id, saved_at desc, property_id desc);
-- Finds the users who saved a home, for price cuts and deletions.
create index favorites_of_property on favorites (property_id);

create table shortlists (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id) on delete cascade,
  name text not null constraint shortlists_name_length check (char_length(name) between 1 and 100),
  created_at timestamptz(3) not null
);

create index shortlists_of_owner on shortlists (owner_id);

create table shortlist_members (
  shortlist_id bigint not null references shortlists (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  joined_at timestamptz(3) not null,
  primary key (shortlist_id, user_id)
);

create index shortlist_members_of_user on shortlist_members (user_id);

create table shortlist_homes (
  shortlist_id bigint not null references shortlists (id) on delete cascade,
  property_id bigint not null references properties (id) on delete cascade,
  added_at timestamptz(3) not null,
  primary key (shortlist_id, property_id)
);

create index shortlist_homes_of_property on shortlist_homes (property_id);

create table shortlist_votes (
  shortlist_id bigint not null,
  property_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  vote text not null constraint shortlist_votes_vote check (vote in ('yes', 'no')),
  voted_at timestamptz(3) not null,
  primary key (shortlist_id, property_id, user_id),
  foreign key (shortlist_id, property_id) references shortlist_homes on delete cascade
);

create index shortlist_votes_of_user on shortlist_votes (user_id);

create table shortlist_comments (
  id bigint generated always as identity primary key,
  shortlist_id bigint not null,
  property_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  text text not null constraint shortlist_comments_length check (char_length(text) between 1 and 1000),
  created_at timestamptz(3) not null,
  foreign key (shortlist_id, property_id) references shortlist_homes on delete cascade
);

create index shortlist_comments_of_home on shortlist_comments (shortlist_id, property_id, id);
create index shortlist_comments_of_user on shortlist_comments (user_id);

-- At most one link of each kind; a new one replaces the previous one.
create table shortlist_links (
  shortlist_id bigint not null references shortlists (id) on delete cascade,
  mode text not null constraint shortlist_links_mode check (mode in ('view', 'edit')),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  primary key (shortlist_id, mode)
);
