/** API keys for other systems, and their tokens (docs/product/api-keys.md). */

import { API_TOKEN_SECONDS, MAX_API_KEYS } from '#shared/limits.ts';
import { type Actor, can } from '#shared/permissions.ts';
import type { ApiKey, ApiKeyForm, ApiScope, CreatedApiKey } from '#shared/schemas/open/api-key.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound, validationFailed } from '../../errors/app-error.ts';
import { createToken, hashToken, type SignedIn } from '../../http/endpoints/authentication.ts';
import type { Once } from '../../http/endpoints/idempotency.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { recordAudit } from '../audit/audit-service.ts';
import {
  type ApiKeyRow,
  countKeys,
  deleteKey,
  findKeyByBearer,
  findKeyByCredentials,
  findKeys,
  insertKey,
  insertToken,
  recordUse,
  type ValidKey,
} from './api-key-repository.ts';

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

export function createApiKeyService(options: {
  db: Database;
  requestsPerKey: Limiter;
  now: () => Date;
}) {
  const { db, requestsPerKey, now } = options;
  return {
    list: async (): Promise<ApiKey[]> => (await findKeys(db, MAX_API_KEYS)).map(toApiKey),

    /**
     * Creates a key and returns its secret, which cannot be retrieved later.
     *
     * @throws AppError FORBIDDEN, VALIDATION_FAILED if `expiresOn` has passed, CONFLICT if there are
     *   too many keys
     */
    async create(actor: SignedIn, form: ApiKeyForm, once: Once): Promise<CreatedApiKey> {
      if (typeof form.expiresOn === 'string' && form.expiresOn < now().toISOString().slice(0, 10)) {
        throw validationFailed([{ path: 'expiresOn', message: 'This date has passed.' }]);
      }
      return inActorTransaction(
        db,
        actor,
        once.wrapCreate(async (transaction, current: NonNullable<Actor>) => {
          if (!can(current, 'api-key:manage')) throw forbidden();
          if ((await countKeys(transaction)) >= MAX_API_KEYS) {
            throw new AppError('CONFLICT', `You can have at most ${MAX_API_KEYS} API keys.`);
          }
          const clientSecret = `dsk_${createToken()}`;
          const row = await insertKey(transaction, {
            ...form,
            scopes: [...new Set(form.scopes)],
            clientId: `dsc_${createToken().slice(0, 22)}`,
            secretHash: hashToken(clientSecret),
            now: now(),
          });
          if (row === undefined) throw new Error('The key was not inserted.');
          await recordAudit(transaction, actor, {
            action: 'api_key.created',
            entity: { kind: 'api_key', id: row.id, title: row.name },
            changes: { scopes: [null, row.scopes.join(', ')], expiresOn: [null, row.expiresOn] },
            now: now(),
          });
          return { ...toApiKey(row), clientSecret };
        }),
      );
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async delete(actor: SignedIn, id: string): Promise<void> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'api-key:manage')) throw forbidden();
        const deletedKey = await deleteKey(transaction, id);
        if (deletedKey === undefined) throw notFound('API key not found.');
        await recordAudit(transaction, actor, {
          action: 'api_key.deleted',
          entity: { kind: 'api_key', id, title: deletedKey.name },
          now: now(),
        });
      });
    },

    /** Returns the valid key with a client's credentials; null if there is none. */
    async findClient(clientId: string, clientSecret: string): Promise<ValidKey | null> {
      const secretHash = hashToken(clientSecret);
      return (await findKeyByCredentials(db, { clientId, secretHash, now: now() })) ?? null;
    },

    /**
     * Creates a token that is valid for an hour.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    async createToken(key: ValidKey, scopes: ApiScope[]): Promise<string> {
      await requestsPerKey.consume(key.id);
      const token = createToken();
      const time = now();
      const expiresAt = new Date(time.getTime() + API_TOKEN_SECONDS * 1_000);
      await insertToken(db, {
        hash: hashToken(token),
        keyId: key.id,
        scopes,
        expiresAt,
        now: time,
      });
      await recordUse(db, key.id, time);
      return token;
    },

    /**
     * Finds the valid key for a bearer token or secret and counts a request for it. Returns null if
     * there is none.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    async use(bearer: string): Promise<ValidKey | null> {
      const time = now();
      const key = await findKeyByBearer(db, hashToken(bearer), time);
      if (key === undefined) return null;
      await requestsPerKey.consume(key.id);
      await recordUse(db, key.id, time);
      return key;
    },
  };
}

const toApiKey = ({ id, createdAt, lastUsedAt, ...key }: ApiKeyRow): ApiKey => ({
  _id: id,
  ...key,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
