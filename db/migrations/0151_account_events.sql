-- The event stream also tells when an account's role or office changed.

alter table events
  drop constraint events_kind,
  add constraint events_kind check (kind in ('notification', 'inquiry', 'tour', 'shortlist', 'import', 'account')) not valid;
