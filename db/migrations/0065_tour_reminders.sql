-- The due work of a tour is derived from its row, so that a restore loses nothing
-- (docs/product/jobs.md).
alter table tours
  -- The time of the reminder to both sides; null if there is none or it has been sent.
  add column reminder_due_at timestamptz(3),
  -- The tour's conversation. Erasing it also erases the visitor from the tour.
  add column inquiry_id bigint;
