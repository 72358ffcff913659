-- The event stream also tells how far an import is.

alter table events
  drop constraint events_kind,
  add constraint events_kind check (kind in ('notification', 'inquiry', 'tour', 'shortlist', 'import')) not valid;
