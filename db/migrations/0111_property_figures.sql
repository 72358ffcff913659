-- Views and saves of listings by day of UTC (docs/product/figures.md). Days without either have no row.
create table property_figures (
  property_id bigint not null references properties (id) on delete cascade,
  day date not null,
  views integer not null default 0,
  saves integer not null default 0,
  primary key (property_id, day)
);

-- Hashes that identify visitors for one day. Unlogged: neither backups nor the write-ahead log hold it, so that nothing
-- remembers a salt that was deleted.
create unlogged table view_salts (
  day date primary key,
  salt bytea not null
);

-- The views that were counted today, one for each visitor and listing.
create unlogged table counted_views (
  -- The hash of visitor and listing, with the day's salt.
  view_hash bytea primary key,
  day date not null
);
