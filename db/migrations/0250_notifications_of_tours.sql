-- The tour that a notification is about, so that both can be erased (docs/product/inquiries.md, Retention).
-- Migration 0255 deletes older notifications about tours.
alter table notifications add column tour_id bigint;
