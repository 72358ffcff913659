/** Kysely types for the tables of offices and invitations. */

import type { GeneratedAlways } from 'kysely';
import type { Role } from '#shared/schemas/user.ts';
import type { OfficeRole } from '#shared/schemas/agent-office.ts';

export type OfficesTable = {
  id: GeneratedAlways<string>;
  slug: string;
  name: string;
  logo_key: string | null;
  phone: string | null;
  email: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  about: string | null;
  created_at: Date;
  updated_at: Date;
};

type OfficeMembersTable = {
  user_id: string;
  office_id: string;
  role: OfficeRole;
  joined_at: Date;
};

type InvitationsTable = {
  id: GeneratedAlways<string>;
  email: string;
  role: Role;
  office_id: string | null;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
};

/** The office tables by name. */
export type OfficeTables = {
  offices: OfficesTable;
  office_members: OfficeMembersTable;
  invitations: InvitationsTable;
  invitation_tokens: { token_hash: Buffer; invitation_id: string };
};
