-- A hash of the network from which the sender opened the conversation (docs/product/mail.md, Limits).
alter table inquiries add column sender_network text;
