-- Visitors' questions about homes, and the agents' answers (docs/product/inquiries.md).

create table inquiries (
  id bigint generated always as identity primary key,
  -- Null once the listing is deleted; its title and price remain.
  property_id bigint references properties (id) on delete set null,
  property_title text not null,
  property_price numeric(14, 2) not null,
  agent_id bigint references users (id) on delete set null,
  -- Null for a sender without an account, and once the account is deleted.
  sender_id bigint references users (id) on delete set null,
  name text not null constraint inquiries_name_length check (char_length(name) between 1 and 200),
  email text constraint inquiries_email_length check (char_length(email) between 3 and 254),
  phone text constraint inquiries_phone_length check (char_length(phone) between 1 and 30),
  stage text not null default 'new' constraint inquiries_stage check (stage in ('new', 'contacted', 'tour', 'offer', 'closed', 'lost')),
  note text not null default '' constraint inquiries_note_length check (char_length(note) <= 5000),
  remind_at timestamptz(3),
  is_read_by_agent boolean not null default false,
  is_read_by_sender boolean not null default true,
  created_at timestamptz(3) not null default now(),
  last_message_at timestamptz(3) not null default now(),
  -- The time of the agent's first message.
  answered_at timestamptz(3)
);

create index inquiries_of_agent on inquiries (agent_id, last_message_at desc, id desc);
create index inquiries_unread on inquiries (agent_id) where not is_read_by_agent;
create index inquiries_of_sender on inquiries (sender_id, last_message_at desc, id desc);
create index inquiries_of_property on inquiries (property_id, sender_id);
create index inquiries_newest on inquiries (last_message_at desc, id desc);

create table inquiry_messages (
  id bigint generated always as identity primary key,
  inquiry_id bigint not null references inquiries (id) on delete cascade,
  is_from_agent boolean not null,
  text text not null constraint inquiry_messages_length check (char_length(text) between 1 and 5000),
  created_at timestamptz(3) not null default now()
);

create index inquiry_messages_of_inquiry on inquiry_messages (inquiry_id, id);

-- The links that open an inquiry without an account; only their hashes are stored.
create table inquiry_tokens (
  token_hash bytea primary key,
  inquiry_id bigint not null references inquiries (id) on delete cascade,
  created_at timestamptz(3) not null default now()
);

create index inquiry_tokens_of_inquiry on inquiry_tokens (inquiry_id);

-- The admins who have read an inquiry of another agent. The agent can see this.
create table inquiry_admin_reads (
  id bigint generated always as identity primary key,
  inquiry_id bigint not null references inquiries (id) on delete cascade,
  admin_id bigint references users (id) on delete set null,
  read_at timestamptz(3) not null default now()
);

create index inquiry_admin_reads_of_inquiry on inquiry_admin_reads (inquiry_id, id);
create index inquiry_admin_reads_of_admin on inquiry_admin_reads (admin_id);

-- An inquiry remains after its listing is deleted.
create function leave_title_to_inquiries() returns trigger language plpgsql as $$
begin
  update inquiries set property_title = old.title, property_price = old.price, property_id = null
  where property_id = old.id;
  return old;
end $$;

create trigger property_leaves_title before delete on properties
  for each row execute function leave_title_to_inquiries();

-- It also remains after its users are deleted: their messages stay, but not their names and addresses.
create function leave_inquiries() returns trigger language plpgsql as $$
begin
  delete from inquiry_tokens where inquiry_id in (select id from inquiries where sender_id = old.id);
  delete from events where kind = 'inquiry' and data ->> '_id' in (
    select id::text from inquiries where sender_id = old.id or agent_id = old.id);
  update inquiries set name = 'Deleted user', email = null, phone = null, sender_id = null
  where sender_id = old.id;
  update inquiries set agent_id = null, note = '', remind_at = null where agent_id = old.id;
  return old;
end $$;

create trigger user_leaves_inquiries before delete on users
  for each row execute function leave_inquiries();
