-- The event stream also reports the progress of imports.

alter table events
  drop constraint events_kind,
  add constraint events_kind check (kind in ('notification', 'inquiry', 'tour', 'shortlist', 'import')) not valid;
