-- Whether the agent was reminded at remind_at.
alter table inquiries add column is_reminded boolean not null default false;
