-- The listing's agent when the inquiry was assigned to another agent; null if it was not. Until the listing
-- moves to another agent, the sender's further questions continue the inquiry. No foreign key: the value is
-- only compared with the listing's agent.
alter table inquiries add column assigned_from bigint;
