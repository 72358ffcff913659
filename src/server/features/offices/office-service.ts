/** Public offices, which admins and managers can change (docs/product/offices.md). */

import type { z } from 'zod';
import { can } from '#shared/permissions.ts';
import { isStorable } from '#shared/schemas/common.ts';
import { placeSlug } from '#shared/properties/place-slugs.ts';
import {
  newOfficeSchema,
  type Office,
  type OfficeChanges,
  officeChangesSchema,
  officeFormSchema,
  type officesQuerySchema,
} from '#shared/schemas/offices/office.ts';
import type { OfficeStats } from '#shared/schemas/offices/office-stats.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { forbidden, notFound, validationFailed } from '../../errors/app-error.ts';
import type { Upload } from '../../http/bodies/multipart.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { parseOrThrow } from '../../http/error-responses/parse.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { announceAccountChange } from '../notifications/event-service.ts';
import { imagePath } from '../../storage/image-paths.ts';
import {
  removeAfterFailure,
  removeUnusedImages,
  storeImages,
} from '../../storage/image-service.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { recordDeparture } from './office-leaving-service.ts';
import {
  deleteOffice,
  findOffice,
  findOffices,
  insertOffice,
  lockOffice,
  type OfficeRow,
  updateOffice,
} from './office-repository.ts';
import { findOfficeStats } from './office-stats-repository.ts';

export type OfficeService = ReturnType<typeof createOfficeService>;

export function createOfficeService(options: {
  db: Database;
  readDb: Database;
  images: ImageStore;
  now: () => Date;
}) {
  const { db, readDb, images, now } = options;

  /** Stores a form's picture and applies a change. Deletes the picture if the change fails. */
  async function withLogo<T>(
    actor: SignedIn,
    { files, signal }: Upload,
    change: (logoKey: string | undefined) => Promise<T>,
  ): Promise<T> {
    const stored = await storeImages(images, files, {
      kind: 'logo',
      uploader: actor.requester,
      signal,
    });
    const keys = stored.map(({ key }) => key);
    try {
      signal.throwIfAborted();
      return await change(keys[0]);
    } catch (error) {
      await removeAfterFailure(db, images, keys, error);
      throw error;
    }
  }

  /** Deletes unused files. If this fails, the periodic sweep deletes them. */
  async function discard(keys: readonly string[]): Promise<void> {
    await removeUnusedImages(db, images, keys).catch(() => undefined);
  }

  return {
    /** Returns one page of offices, sorted by name. */
    async list(query: z.output<typeof officesQuerySchema>) {
      const { rows, total } = await findOffices(readDb, query.searchTerm, toSlice(query));
      return { offices: rows.map(toOffice), total };
    },

    /** @throws AppError NOT_FOUND */
    async get(slug: string): Promise<Office> {
      if (!isStorable(slug)) throw notFound('Office not found.');
      return toOffice(await requireOffice(readDb, { slug }));
    },

    /**
     * @throws AppError FORBIDDEN, VALIDATION_FAILED, CONFLICT, UNSUPPORTED_TYPE, TOO_LARGE,
     *   UNAVAILABLE, CLIENT_GONE; in these cases, nothing is stored
     */
    async create(actor: SignedIn, upload: Upload): Promise<Office> {
      const { name, ...changes } = parseOrThrow(newOfficeSchema, readJson(upload));
      return withLogo(actor, upload, (logoKey) =>
        inActorTransaction(db, actor, async (transaction, current) => {
          if (!can(current, 'office:manage')) throw forbidden();
          const id = await insertOffice(transaction, {
            ...toColumns(changes),
            name,
            slug: placeSlug(name),
            logo_key: logoKey ?? null,
            created_at: now(),
            updated_at: now(),
          });
          const office = toOffice(await requireOffice(transaction, { id }));
          await recordAudit(transaction, actor, {
            action: 'office.created',
            entity: { kind: 'office', id, title: name },
            changes: findDifferences(NO_OFFICE, office),
            now: now(),
          });
          return office;
        }),
      );
    },

    /**
     * Returns the statistics of an office and of each member.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN
     */
    async getStats(actor: SignedIn, id: string): Promise<OfficeStats> {
      await requireOffice(db, { id });
      if (!can(actor, 'office:change', { officeId: id })) throw forbidden();
      const rows = await findOfficeStats(db, id, now());
      const agents = rows.flatMap(({ agentId, name, officeRole, ...figures }) =>
        agentId === null ? [] : [{ _id: agentId, name, officeRole, ...figures }],
      );
      const total = rows.find(({ agentId }) => agentId === null);
      if (total === undefined) throw officeNotFound();
      const { agentId: _all, name: _name, officeRole: _role, ...figures } = total;
      return { ...figures, agents };
    },

    /** Checks permission before the form is read. @throws AppError NOT_FOUND, FORBIDDEN */
    async requireChangeAccess(actor: SignedIn, id: string): Promise<void> {
      await requireOffice(db, { id });
      if (!can(actor, 'office:change', { officeId: id })) throw forbidden();
    },

    /** @throws AppError like `create` and `requireChangeAccess`; in these cases, nothing is changed */
    async change(actor: SignedIn, id: string, upload: Upload): Promise<Office> {
      const changes = parseOrThrow(officeChangesSchema, readJson(upload));
      const { name } = changes;
      return withLogo(actor, upload, async (logoKey) => {
        const { before, after } = await inActorTransaction(
          db,
          actor,
          async (transaction, current) => {
            if (!(await lockOffice(transaction, id))) throw officeNotFound();
            const stored = await requireOffice(transaction, { id });
            if (!can(current, 'office:change', { officeId: id })) throw forbidden();
            await updateOffice(transaction, id, {
              ...toColumns(changes),
              ...(name === undefined ? {} : { name, slug: placeSlug(name) }),
              ...(changes.logo === null ? { logo_key: null } : {}),
              ...(logoKey === undefined ? {} : { logo_key: logoKey }),
              updated_at: now(),
            });
            const row = await requireOffice(transaction, { id });
            const changed = findDifferences(toOffice(stored), toOffice(row));
            if (Object.keys(changed).length > 0) {
              await recordAudit(transaction, actor, {
                action: 'office.changed',
                entity: { kind: 'office', id, title: row.name },
                changes: changed,
                now: now(),
              });
            }
            return { before: stored, after: row };
          },
        );
        if (before.logo_key !== null && before.logo_key !== after.logo_key)
          await discard([before.logo_key]);
        return toOffice(after);
      });
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async delete(actor: SignedIn, id: string): Promise<void> {
      const { logo_key: logoKey } = await inActorTransaction(
        db,
        actor,
        async (transaction, current) => {
          if (!(await lockOffice(transaction, id))) throw officeNotFound();
          const stored = await requireOffice(transaction, { id });
          if (!can(current, 'office:manage')) throw forbidden();
          const members = await recordDeparture(transaction, actor, { officeId: id }, now());
          await deleteOffice(transaction, id);
          await recordAudit(transaction, actor, {
            action: 'office.deleted',
            entity: { kind: 'office', id, title: stored.name },
            now: now(),
          });
          await announceAccountChange(transaction, members, now());
          return stored;
        },
      );
      if (logoKey !== null) await discard([logoKey]);
    },
  };
}

/** Creates the 404 error for a nonexistent office. */
export const officeNotFound = () => notFound('Office not found.');

async function requireOffice(
  db: Database,
  key: Parameters<typeof findOffice>[1],
): Promise<OfficeRow> {
  const row = await findOffice(db, key);
  if (row === undefined) throw officeNotFound();
  return row;
}

/** Parses a form's JSON field. @throws AppError VALIDATION_FAILED */
function readJson({ fields }: Upload): unknown {
  const { office } = parseOrThrow(officeFormSchema, fields);
  try {
    return JSON.parse(office);
  } catch {
    throw validationFailed([{ path: 'office', message: 'Send the fields as JSON.' }]);
  }
}

const COLUMNS = {
  phone: 'phone',
  email: 'email',
  street: 'street',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
  about: 'about',
} as const;

/** Maps the sent fields to their columns. Absent fields stay unchanged. */
function toColumns(changes: Omit<OfficeChanges, 'name' | 'logo'>) {
  return Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = changes[field as keyof typeof COLUMNS];
      return value === undefined ? [] : [[column, value === '' ? null : value]];
    }),
  );
}

/** The editable fields, for the audit log. */
const FIELDS = [...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]), 'name', 'logo'] as const;
const NO_OFFICE = Object.fromEntries(FIELDS.map((field) => [field, null]));

/** Returns the changed fields, with old and new values. */
function findDifferences(
  before: Record<string, unknown>,
  after: Office,
): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    FIELDS.filter((field) => before[field] !== after[field]).map((field) => [
      field,
      [before[field], after[field]],
    ]),
  );
}

function toOffice(row: OfficeRow): Office {
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    logo: row.logo_key === null ? null : imagePath(row.logo_key),
    phone: row.phone,
    email: row.email,
    street: row.street,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    about: row.about,
    agentCount: row.agent_count,
    propertyCount: row.property_count,
  };
}
