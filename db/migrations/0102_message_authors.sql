-- The author of a message from the agent's side, because managers of the office answer under their
-- own names (docs/product/offices.md, Managers). Null for messages from earlier releases, which the
-- agent wrote, until migration 0257 fills it in.
alter table inquiry_messages add column author_id bigint;
