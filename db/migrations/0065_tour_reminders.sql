-- Due work of a tour is derived from its row, so that a restore loses nothing (docs/product/jobs.md).
alter table tours
  -- The time of the reminder to both sides; null once it was sent, or if there is none.
  add column reminder_due_at timestamptz(3),
  -- Its conversation: erasing that erases the visitor here as well.
  add column inquiry_id bigint;
