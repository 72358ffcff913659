-- Views and saves of listings by UTC day (docs/product/figures.md). Days without views and saves
-- have no row.
create table property_figures (
  property_id bigint not null references properties (id) on delete cascade,
  day date not null,
  views integer not null default 0,
  saves integer not null default 0,
  primary key (property_id, day)
);

-- The salts of the hashes that identify visitors for one day. The table is unlogged, so that neither backups
-- nor the write-ahead log contain a deleted salt.
create unlogged table view_salts (
  day date primary key,
  salt bytea not null
);

-- The views counted today, one for each visitor and listing.
create unlogged table counted_views (
  -- The hash of the visitor and listing, with the day's salt.
  view_hash bytea primary key,
  day date not null
);
