-- The address that a link to an inquiry was mailed to; null for one that was given to whoever asked.
alter table inquiry_tokens add column mailed_to bytea;
