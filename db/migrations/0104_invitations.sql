-- Invitations to the site and to offices (docs/product/offices.md, Invitations).
create table invitations (
  id bigint generated always as identity primary key,
  email text not null,
  -- The role that the invited person gets.
  role text not null check (role in ('user', 'agent', 'admin')),
  office_id bigint references offices (id) on delete cascade,
  invited_by bigint references users (id) on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Null until the invitation is used.
  accepted_at timestamptz(3),
  check (office_id is null or role = 'agent')
);

create index invitations_office on invitations (office_id, id desc);
create index invitations_age on invitations (expires_at);
create index invitations_inviter on invitations (invited_by) where invited_by is not null;

-- The tokens of emailed links, as SHA-256 hashes.
create table invitation_tokens (
  token_hash bytea primary key,
  invitation_id bigint not null references invitations (id) on delete cascade
);

create index invitation_tokens_invitation on invitation_tokens (invitation_id);
