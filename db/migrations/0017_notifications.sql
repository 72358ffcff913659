-- Notifications on the site, and the log of the event stream (decision 023).

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null constraint notifications_kind check (kind in ('inquiry', 'tour', 'alert', 'favorite', 'reminder', 'report')),
  title text not null constraint notifications_title_length check (char_length(title) between 1 and 500),
  link text not null constraint notifications_link_length check (char_length(link) between 1 and 2000),
  is_read boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where not is_read;
create index notifications_age on notifications (created_at);

-- Stored for an hour, so that an interrupted stream can resume. Unlogged: it is in no backup, and after a
-- crash of the database, every stream starts over.
create unlogged table events (
  id bigint generated always as identity primary key,
  -- In commit order; set by the trigger below.
  position bigint,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null constraint events_kind check (kind in ('notification', 'inquiry', 'tour', 'shortlist')),
  data jsonb not null,
  created_at timestamptz(3) not null default now()
);

create sequence event_positions;
create unique index events_position on events (position);
create index events_of_user on events (user_id, position);
create index events_age on events (created_at);

-- Numbers the events when their transaction commits, one transaction at a time, so that a reader of an event
-- has seen all earlier ones. The lock is held only during the commit, which NOTIFY serializes anyway.
create function place_event() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(726004117);
  update events set position = nextval('event_positions') where id = new.id;
  perform pg_notify('doorstep_events', 'event ' || new.user_id);
  return null;
end $$;

create constraint trigger event_placed after insert on events
  deferrable initially deferred for each row execute function place_event();

-- A stream ends when its token does, in any process.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  if exists (select from ended) then
    perform pg_notify('doorstep_events', 'session');
  end if;
  return null;
end $$;

create trigger session_end_announced after delete on sessions
  referencing old table as ended for each statement execute function announce_session_end();
