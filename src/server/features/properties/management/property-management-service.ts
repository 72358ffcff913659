/** Lets agents and admins manage listings (docs/product/listings.md, Changing a listing). */

import { type Actor, can } from '#shared/permissions.ts';
import {
  draftCreateFormSchema,
  draftUpdateFormSchema,
  type NewPrice,
  propertyCreateFormSchema,
  propertyUpdateFormSchema,
  toPropertyFields,
} from '#shared/schemas/properties/property.ts';
import type {
  AllPropertiesQuery,
  MyPropertiesQuery,
} from '#shared/schemas/properties/property-filter.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { forbidden, notFound } from '../../../errors/app-error.ts';
import { toSlice } from '../../../http/endpoints/paging.ts';
import { requireManagedOffice } from '../../../http/endpoints/managed-office.ts';
import { parseOrThrow } from '../../../http/error-responses/parse.ts';
import type { Once } from '../../../http/endpoints/idempotency.ts';
import type { RawJson } from '../../../http/endpoints/raw-json.ts';
import { countSuccess } from '../../../http/limits/count-success.ts';
import type { Limiter } from '../../../http/limits/rate-limits.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { imagePath } from '../../../storage/image-paths.ts';
import {
  type IncomingImage,
  storeImages,
  type StoredImage,
  removeAfterFailure,
  removeUnusedImages,
} from '../../../storage/image-service.ts';
import type { ImageStore } from '../../../storage/image-store.ts';
import { insertDuplicate } from './duplicate-repository.ts';
import { arrangePictures, checkFileReferences } from './picture-arrangement.ts';
import { checkPicturesToDelete, checkPictureCount } from './picture-checks.ts';
import { refreshTimeZones } from '../../tours/open-houses/open-house-service.ts';
import { cancelToursOfHomes, requireNoTours } from '../../tours/tour-change-service.ts';
import {
  appendImages,
  arrangeImages,
  deleteImages,
  deleteProperty,
  findAllProperties,
  findAvailability,
  findImageKeys,
  findOwner,
  insertProperty,
  lockOwner,
  type Owner,
  setAvailability,
  toggleAvailability,
  updateProperty,
} from './property-repository.ts';
import { changeManagedAvailability, requireUnmanaged } from './managed-repository.ts';
import { completeForm } from './complete-form.ts';
import { changePrice } from './property-price.ts';
import { decidePublication, requirePublished } from './publication.ts';
import { findStoredListing } from './publication-repository.ts';
import { recordAudit } from '../../audit/audit-service.ts';
import { recordAvailability, requireNotHidden } from '../../reports/report-service.ts';
import { readEachProperty } from '../property-serializer.ts';

/** A received listing form with unvalidated fields and new pictures in the form's order. */
export type IncomingProperty = {
  fields: unknown;
  images: IncomingImage[];
  /** Aborted when the change must no longer be made; see `Upload`. */
  signal: AbortSignal;
};

/** Notifies admins that a listing has entered review, in the transaction of that change. */
export type AnnounceReview = (
  transaction: Database,
  listing: { id: string; title: string; isExisting?: boolean },
  now: Date,
) => Promise<void>;

export type PropertyManagementService = ReturnType<typeof createPropertyManagementService>;

export function createPropertyManagementService(options: {
  db: Database;
  images: ImageStore;
  /** Limits an agent's new listings. */
  perAgent: Limiter;
  /** Notifies admins when a listing enters review. */
  announceReview: AnnounceReview;
  now: () => Date;
}) {
  const { db, images, perAgent, announceReview, now } = options;

  /** Checks permission. Call it before validating a form: its errors could reveal others' listings. */
  async function requireChangeable(transaction: Database, actor: Actor, id: string, lock = false) {
    const check = (owner: Owner | undefined) => {
      const isAllowed = owner !== undefined && can(actor, 'property:change', owner);
      if (isAllowed) return owner;
      if (owner?.isPublished === true)
        throw forbidden('You don’t have permission to change this listing.');
      throw notFound('Property not found.');
    };
    if (lock) await lockOwner(transaction, id, check);
    else check(await findOwner(transaction, id));
  }

  async function read(id: string, from = db): Promise<RawJson> {
    const property = (await readEachProperty(from, [id], 'managed', now())).get(id);
    if (property === undefined) throw notFound('Property not found.');
    return property;
  }

  /** Stores a form's pictures and makes a change. Deletes the pictures if the change fails. */
  async function withStoredImages<T>(
    actor: SignedIn,
    incoming: IncomingProperty,
    change: (stored: StoredImage[]) => Promise<T>,
  ): Promise<T> {
    const stored = await storeImages(images, incoming.images, {
      uploader: actor.requester,
      signal: incoming.signal,
    });
    try {
      // Encoding takes a while. The agent may have canceled and resent the form.
      incoming.signal.throwIfAborted();
      return await change(stored);
    } catch (error) {
      const keys = stored.map(({ key }) => key);
      await removeAfterFailure(db, images, keys, error);
      throw error;
    }
  }

  return {
    /** Returns the listings of the caller or the caller's office. @throws AppError FORBIDDEN */
    async listOwn(actor: SignedIn, { scope, ...query }: MyPropertiesQuery) {
      const owner =
        scope === 'own' ? { agentId: actor._id } : { officeId: requireManagedOffice(actor) };
      return findAllProperties(db, { ...query, ...owner }, toSlice(query), now(), 'own');
    },

    /** Returns the listings of all agents. */
    async listAll(query: AllPropertiesQuery) {
      return findAllProperties(db, query, toSlice(query), now());
    },

    /**
     * Creates a listing for the caller. Stores nothing if it fails.
     *
     * @throws AppError VALIDATION_FAILED, CONFLICT, UNSUPPORTED_TYPE, TOO_LARGE, TOO_MANY_REQUESTS,
     *   UNAVAILABLE, CLIENT_GONE; UNAUTHENTICATED or FORBIDDEN if the caller can no longer create listings
     */
    async create(actor: SignedIn, incoming: IncomingProperty, once: Once): Promise<RawJson> {
      const isDraft = requestsState(incoming.fields, ['draft']);
      const form = isDraft
        ? parseOrThrow(draftCreateFormSchema, incoming.fields)
        : parseOrThrow(propertyCreateFormSchema, incoming.fields);
      const fields = toPropertyFields(form);
      checkPictureCount(incoming.images.length);
      checkFileReferences(form, incoming.images.length);
      return countSuccess(perAgent, actor._id, () =>
        withStoredImages(actor, incoming, (stored) => {
          const create = once.wrapCreate(async (transaction, current: NonNullable<Actor>) => {
            if (!can(current, 'property:create')) throw forbidden();
            const { state, columns } = await decidePublication(transaction, current, {
              requested: form,
              stored: null,
              now: now(),
            });
            const newId = await insertProperty(transaction, actor._id, { fields, columns }, now());
            if (state === 'in_review')
              await announceReview(transaction, { id: newId, title: form.title }, now());
            await appendImages(transaction, newId, stored);
            const added = stored.map(({ key }) => key);
            await arrangeImages(transaction, newId, arrangePictures(form, [], added));
            return read(newId, transaction);
          });
          return inActorTransaction(db, actor, create);
        }),
      );
    },

    /**
     * Copies a listing to a draft of the same agent.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS
     */
    async duplicate(actor: SignedIn, id: string, once: Once): Promise<RawJson> {
      const create = once.wrapCreate(async (transaction, current: NonNullable<Actor>) => {
        await requireChangeable(transaction, current, id, true);
        return read(await insertDuplicate(transaction, id, now()), transaction);
      });
      return countSuccess(perAgent, actor._id, () => inActorTransaction(db, actor, create));
    },

    /**
     * Checks permission before the form is read.
     *
     * @returns the paths of the listing's pictures, which the change can refer to even if another
     *   change deletes them first, and whether the listing is published
     * @throws AppError NOT_FOUND, FORBIDDEN
     */
    async beginUpdate(actor: SignedIn, id: string): Promise<UpdateStart> {
      await requireChangeable(db, actor, id);
      const stored = await findStoredListing(db, id);
      const paths = new Set((await findImageKeys(db, id)).map(imagePath));
      return { paths, isPublished: stored?.publishState === 'published' };
    },

    /**
     * Changes a listing. If changes are concurrent, the fields of the last one win, but all added
     * pictures remain and all deleted pictures are removed.
     *
     * Keeps absent fields. The changed listing must be complete unless it is a draft. Changes nothing
     * if it fails.
     *
     * @param start the result of `beginUpdate`
     * @throws AppError like `create` and `beginUpdate`
     */
    async update(
      actor: SignedIn,
      id: string,
      incoming: IncomingProperty,
      start: UpdateStart,
    ): Promise<RawJson> {
      // A form that would unpublish a listing can be incomplete: it is rejected with CONFLICT
      // below.
      const form =
        start.isPublished && !requestsState(incoming.fields, ['draft', 'scheduled'])
          ? parseOrThrow(propertyUpdateFormSchema, incoming.fields)
          : parseOrThrow(draftUpdateFormSchema, incoming.fields);
      const pathsToDelete = new Set(form.imagesToDelete);
      checkPicturesToDelete(pathsToDelete, start.paths);
      checkFileReferences(form, incoming.images.length);
      const deletedKeys = await withStoredImages(actor, incoming, (added) =>
        inActorTransaction(db, actor, async (transaction, current) => {
          await requireChangeable(transaction, current, id, true);
          await requireUnmanaged(transaction, id);
          const keys = await findImageKeys(transaction, id);
          const keysToDelete = keys.filter((key) => pathsToDelete.has(imagePath(key)));
          checkPictureCount(keys.length - keysToDelete.length + added.length);
          const stored = await findStoredListing(transaction, id);
          if (stored === undefined) throw notFound('Property not found.');
          const change = { requested: form, stored, now: now() };
          const { state, columns } = await decidePublication(transaction, current, change);
          const isFinal = state === 'draft' || start.isPublished;
          const fields = isFinal ? toPropertyFields(form) : completeForm(form, stored);
          await updateProperty(transaction, id, { fields, columns }, now());
          if (state === 'in_review' && stored.publishState !== 'in_review') {
            const title = fields.title ?? String(stored.fields.title);
            await announceReview(transaction, { id, title, isExisting: true }, now());
          }
          await refreshTimeZones(transaction, [id], now());
          await deleteImages(transaction, id, keysToDelete);
          await appendImages(transaction, id, added);
          const remaining = keys.filter((key) => !pathsToDelete.has(imagePath(key)));
          const addedKeys = added.map(({ key }) => key);
          await arrangeImages(transaction, id, arrangePictures(form, remaining, addedKeys));
          return keysToDelete;
        }),
      );
      await deleteUnusedFiles(deletedKeys);
      return read(id);
    },

    /** Changes only the price. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
    async changePrice(actor: SignedIn, id: string, change: NewPrice): Promise<RawJson> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        await requireChangeable(transaction, current, id, true);
        const { isSubmitted, title } = await changePrice(transaction, current, id, {
          ...change,
          now: now(),
        });
        if (isSubmitted) await announceReview(transaction, { id, title, isExisting: true }, now());
      });
      return read(id);
    },

    /** Toggles a listing between available and sold or rented. @throws AppError like `setAvailability` */
    async toggleAvailability(actor: SignedIn, id: string): Promise<RawJson> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        await requireChangeable(transaction, current, id, true);
        await requirePublished(transaction, id);
        await requireNotHidden(transaction, id);
        if (!(await changeManagedAvailability(transaction, id, { now: now() })))
          await toggleAvailability(transaction, id, now());
        await cancelToursOfHomes(transaction, [id], 'unavailable', now());
      });
      return read(id);
    },

    /**
     * Marks a listing as available, or as sold or rented.
     *
     * @param cancelsTours whether a listing with upcoming tours can become unavailable
     * @returns false if the listing already had this availability
     * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT
     */
    async setAvailability(
      actor: SignedIn,
      id: string,
      isAvailable: boolean,
      cancelsTours = true,
    ): Promise<boolean> {
      return inActorTransaction(db, actor, async (transaction, current) => {
        await requireChangeable(transaction, current, id, true);
        const wasAvailable = await findAvailability(transaction, id);
        await requirePublished(transaction, id);
        if (isAvailable) await requireNotHidden(transaction, id);
        else if (!cancelsTours) await requireNoTours(transaction, id, now());
        if (!(await changeManagedAvailability(transaction, id, { isAvailable, now: now() })))
          await setAvailability(transaction, id, isAvailable, now());
        // A hidden listing stays off the market until an admin shows it again.
        await recordAvailability(transaction, [{ id, isAvailable, isOffMarket: false }]);
        await cancelToursOfHomes(transaction, [id], 'unavailable', now());
        return wasAvailable !== isAvailable;
      });
    },

    /** Deletes a listing and its pictures. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
    async delete(actor: SignedIn, id: string): Promise<void> {
      const keys = await inActorTransaction(db, actor, async (transaction, current) => {
        await requireChangeable(transaction, current, id, true);
        await requireUnmanaged(transaction, id);
        const imageKeys = await findImageKeys(transaction, id);
        await cancelToursOfHomes(transaction, [id], 'all', now());
        const title = await deleteProperty(transaction, id);
        await recordAudit(transaction, actor, {
          action: 'listing.deleted',
          entity: { kind: 'listing', id, title },
          now: now(),
        });
        return imageKeys;
      });
      await deleteUnusedFiles(keys);
    },
  };

  /** Deletes unused files. If this fails, the periodic sweep deletes them. */
  async function deleteUnusedFiles(keys: readonly string[]): Promise<void> {
    await removeUnusedImages(db, images, keys).catch(() => undefined);
  }
}

/** The state of a listing at the start of its update. */
type UpdateStart = { paths: ReadonlySet<string>; isPublished: boolean };

/** Returns whether a form requests one of the states. The schema reports invalid states. */
const requestsState = (fields: unknown, states: readonly unknown[]) =>
  states.includes((fields as { publishState?: unknown } | null | undefined)?.publishState);
