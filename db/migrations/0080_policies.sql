-- Admins' decisions about who can sign up, publish, and sign in. Null means undecided: the default
-- applies (src/shared/schemas/brokerage/policies.ts).
create table policies (
  is_only boolean primary key default true constraint policies_one_row check (is_only),
  agent_sign_up text constraint policies_agent_sign_up check (agent_sign_up in ('open', 'approval', 'closed')),
  review text constraint policies_review check (review in ('none', 'unverified', 'all')),
  second_factor text constraint policies_second_factor check (second_factor in ('optional', 'admins', 'staff')),
  card_area text constraint policies_card_area check (card_area in ('fixed', 'actual'))
);

create trigger policy_change_announced after insert or update or delete on policies
  for each statement execute function announce_change();
