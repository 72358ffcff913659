-- Systems that listings are synced from (docs/product/data-sources.md).
create table data_sources (
  id bigint generated always as identity primary key,
  name text not null constraint data_sources_name_length check (char_length(name) between 1 and 100),
  base_url text not null constraint data_sources_url_length check (char_length(base_url) <= 2000),
  auth_kind text not null constraint data_sources_auth check (auth_kind in ('bearer', 'client_credentials')),
  token_url text,
  client_id text,
  scope text,
  -- The token or the client's secret, encrypted with the data key.
  secret bytea not null,
  filter text,
  default_agent_id bigint references users (id) on delete set null,
  agent_by text not null constraint data_sources_agent_by check (agent_by in ('email', 'license', 'none')),
  interval_minutes integer not null constraint data_sources_interval check (interval_minutes between 5 and 1440),
  media_policy text not null constraint data_sources_media check (media_policy in ('download', 'none')),
  disclaimer text,
  is_enabled boolean not null,
  -- The ModificationTimestamp up to which all rows have been read; null if none have been read.
  position text,
  reconciled_at timestamptz(3),
  next_run_at timestamptz(3) not null,
  -- The number of failed runs since the last successful one.
  failures integer not null default 0,
  -- Whether the source is being deleted. Its listings are released first.
  is_deleted boolean not null default false,
  created_at timestamptz(3) not null
);

create index data_sources_agent on data_sources (default_agent_id);

create table source_runs (
  id bigint generated always as identity primary key,
  source_id bigint not null references data_sources (id) on delete cascade,
  state text not null default 'waiting'
    constraint source_runs_state check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  rows_read integer not null default 0,
  added integer not null default 0,
  updated integer not null default 0,
  removed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  error text,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3)
);

create index source_runs_of_source on source_runs (source_id, id desc);
-- A source can have only one run at a time.
create unique index source_runs_unfinished on source_runs (source_id) where finished_at is null;
create index source_runs_age on source_runs (finished_at);

create table source_run_rows (
  id bigint generated always as identity primary key,
  run_id bigint not null references source_runs (id) on delete cascade,
  position bigint not null,
  listing_key text,
  -- Null for an accepted row.
  reason text,
  notes jsonb not null
);

create index source_run_rows_of_run on source_run_rows (run_id, id);

-- The pictures that the listings of a source should have.
create table source_media (
  property_id bigint not null references properties (id) on delete cascade,
  media_key text not null,
  url text not null,
  position integer not null,
  -- The timestamp from the source. A changed picture is downloaded again.
  modified text not null,
  -- The downloaded picture, if any.
  image_key text,
  is_waiting boolean not null,
  host text not null,
  first_tried_at timestamptz(3),
  next_try_at timestamptz(3) not null,
  tries integer not null default 0,
  -- Until this time, a process is downloading the picture.
  claimed_until timestamptz(3),
  primary key (property_id, media_key)
);

create index source_media_waiting on source_media (position, next_try_at) where is_waiting;
