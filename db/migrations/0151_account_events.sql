-- The event stream also reports changes to an account's role or office.

alter table events
  drop constraint events_kind,
  add constraint events_kind check (kind in ('notification', 'inquiry', 'tour', 'shortlist', 'import', 'account')) not valid;
