-- The hash of the address that a sender without an account proved by continuing the conversation from an emailed link
-- (docs/product/mail.md, Proof). Only the previous release reads proven_addresses; a later one drops it.
alter table inquiries add column proven_address bytea;
