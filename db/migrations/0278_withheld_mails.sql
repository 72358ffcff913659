-- Emails about a conversation or tour that exceed a limit (docs/product/mail.md, Limits). The next email about it
-- contains their messages, or mentions the number of changes.
create table withheld_mails (
  message_key text primary key,
  address_hash bytea not null,
  about text not null,
  -- The inquiry's message in the email, if any. Not a reference: the email may outlive the message.
  message_id bigint,
  withheld_at timestamptz(3) not null
);

create index withheld_mails_about on withheld_mails (address_hash, about);
create index withheld_mails_age on withheld_mails (withheld_at);

drop table gathered_mails;
