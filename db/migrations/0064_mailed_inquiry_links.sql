-- The address that an inquiry's link was emailed to; null for a link returned to the sender's browser.
alter table inquiry_tokens add column mailed_to bytea;
