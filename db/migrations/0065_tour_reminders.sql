-- What is due of a tour stands in its row, so that a restore loses nothing (docs/product/jobs.md).
alter table tours
  -- When both sides are to be reminded; null once they were, or where nobody is to be.
  add column reminder_due_at timestamptz(3),
  -- The conversation that it belongs to: whoever erases that erases the visitor here as well.
  add column inquiry_id bigint;
