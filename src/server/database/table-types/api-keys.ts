import type { ColumnType, GeneratedAlways } from 'kysely';
import type { ApiScope } from '#shared/schemas/open/api-key.ts';

export type ApiKeyTables = {
  api_keys: {
    id: GeneratedAlways<string>;
    name: string;
    scopes: ApiScope[];
    client_id: string;
    secret_hash: Buffer;
    /** A date; select it as text. */
    expires_on: ColumnType<never, string | null, never>;
    created_at: Date;
    last_used_at: ColumnType<Date | null, never, Date>;
  };
  api_tokens: { token_hash: Buffer; key_id: string; scopes: ApiScope[]; expires_at: Date };
};
