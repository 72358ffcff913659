-- Whether an inquiry was assigned to an agent other than its listing's. Its sender's further questions
-- then continue it. Other inquiries are continued only while their agent is the listing's agent.
alter table inquiries add column is_assigned boolean not null default false;
