-- A hash of the network from which a sender without an account opened the conversation
-- (docs/product/mail.md, Limits).
alter table inquiries add column sender_network text;
