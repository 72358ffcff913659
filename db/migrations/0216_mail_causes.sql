-- When emails were queued for each account or network that caused them, so that accounts and networks take
-- turns (docs/product/mail.md, Turns).
create table mail_causes (
  cause text not null,
  queued_at timestamptz(3) not null
);
create index mail_causes_cause on mail_causes (cause, queued_at);
