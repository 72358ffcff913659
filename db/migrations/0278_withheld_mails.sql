-- Emails about a conversation or tour that exceed a limit (docs/product/mail.md, Limits). A later email about it
-- contains their messages, or mentions the number of changes.
create table withheld_mails (
  message_key text primary key,
  -- The account, or a hash of the address of a person without one.
  recipient text not null,
  about text not null,
  -- The inquiry's message in the email, if any. Not a reference: the email may outlive the message.
  message_id bigint,
  -- When the email was due.
  due_at timestamptz(3) not null
);

create index withheld_mails_about on withheld_mails (recipient, about);
create index withheld_mails_age on withheld_mails (due_at);

-- gathered_mails is no longer used. It will be dropped in the next release, because processes of the previous release
-- keep using it during an upgrade.
