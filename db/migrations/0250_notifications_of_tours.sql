-- The tour that a notification is about, so that both can be erased (docs/product/inquiries.md, Retention).
-- Older notifications are kept for up to 90 days.
alter table notifications add column tour_id bigint;
