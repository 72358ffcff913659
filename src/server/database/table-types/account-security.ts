/** Kysely types for the tables of two-factor authentication, passkeys, and devices. */

import type { Generated, GeneratedAlways } from 'kysely';

export type TwoFactorsTable = {
  user_id: string;
  /** Encrypted with the data key (docs/product/operations.md, Data key). */
  secret: Buffer;
  /** The last time step whose code was used. */
  last_step: string;
  created_at: Date;
};

export type PasskeysTable = {
  id: GeneratedAlways<string>;
  user_id: string;
  credential_id: Buffer;
  /** In COSE format. */
  public_key: Buffer;
  /** The authenticator's signature counter. */
  counter: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Generated<Date | null>;
};

export type AccountSecurityTables = {
  two_factors: TwoFactorsTable;
  two_factor_setups: Omit<TwoFactorsTable, 'last_step'>;
  recovery_codes: { user_id: string; code_hash: Buffer };
  passkeys: PasskeysTable;
  passkey_challenges: {
    challenge: string;
    /** Null for a sign-in challenge. */
    user_id: string | null;
    expires_at: Date;
  };
  account_devices: {
    user_id: string;
    device: string;
    last_used_at: Date;
    /** When an email about a sign-in from this device was last sent. */
    mailed_at: Generated<Date | null>;
  };
};
