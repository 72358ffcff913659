-- Who wrote a message of the agent's side: a manager of the office answers with their own name
-- (docs/product/offices.md, Managers). Null in messages of earlier releases, which the agent wrote.
alter table inquiry_messages add column author_id bigint;
