/** The site's settings, which are public and which admins can change (docs/product/site.md). */

import { type Actor, can } from '#shared/permissions.ts';
import {
  type Site,
  type SiteChanges,
  siteChangesSchema,
  siteFileSchema,
  siteFormSchema,
  type SiteExport,
  type SiteOverrides,
  type SiteSetup,
} from '#shared/schemas/site.ts';
import { resolveSite } from '#shared/site/site-defaults.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { forbidden, notFound, validationFailed } from '../../errors/app-error.ts';
import type { UploadedFile } from '../../http/bodies/multipart.ts';
import { parseOrThrow } from '../../http/error-responses/parse.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { imagePath } from '../../storage/image-paths.ts';
import { removeAfterFailure, removeUnusedImages } from '../../storage/image-service.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { readFileText, readPictures, toExport } from './site-file.ts';
import {
  applyChanges,
  listChanges,
  listPictureSettings,
  setPictures,
  withoutDefaults,
} from './site-changes.ts';
import { type IncomingPicture, keysOf, storePictures, toSitePictures } from './site-pictures.ts';
import { readExplicitPolicies } from '../policies/policies-service.ts';
import {
  dismissSetup,
  hasDemoAccounts,
  findSite,
  hasOwnAgent,
  isSetupDismissed,
  saveSite,
  type StoredSite,
} from './site-repository.ts';

/** A received form with changes, not yet validated. */
export type IncomingSiteForm = {
  fields: Record<string, string>;
  files: readonly UploadedFile[];
  /** Aborts the change; see `Upload`. */
  signal: AbortSignal;
};

export type SiteService = ReturnType<typeof createSiteService>;

export function createSiteService(options: {
  db: Database;
  images: ImageStore;
  now: () => Date;
  /** Whether emails are delivered: SMTP_URL is set. */
  canSendMail: boolean;
}) {
  const { db, images, now, canSendMail } = options;

  /**
   * Changes the settings, and stores and deletes their pictures.
   *
   * @param computeNext returns the new settings; their pictures are already stored or in `incoming`
   * @param incoming the uploaded pictures
   */
  async function change(
    actor: SignedIn,
    computeNext: (stored: SiteOverrides) => SiteOverrides,
    incoming: readonly IncomingPicture[],
    signal?: AbortSignal,
  ): Promise<Site> {
    requireSiteAdmin(actor);
    const storedImages = await storePictures(db, images, incoming, {
      uploader: actor.requester,
      signal,
    });
    const paths = new Map([...storedImages].map(([field, { key }]) => [field, imagePath(key)]));
    try {
      signal?.throwIfAborted();
      const { before, after } = await inActorTransaction(
        db,
        actor,
        async (transaction, currentActor) => {
          requireSiteAdmin(currentActor);
          const current = await findSite(transaction, { lock: true });
          const overrides = withoutDefaults(setPictures(computeNext(current.overrides), paths));
          const available = [...current.pictures, ...storedImages.values()];
          requireKnownPictures(overrides, current, [...paths.values()]);
          const usedPaths = new Set(listPictureSettings(overrides).map(({ path }) => path));
          const next: StoredSite = {
            overrides,
            pictures: available.filter(({ key }) => usedPaths.has(imagePath(key))),
          };
          await saveSite(transaction, next, now());
          const changes = listChanges(current.overrides, overrides);
          if (Object.keys(changes).length > 0) {
            await recordAudit(transaction, actor, {
              action: 'site.changed',
              entity: { kind: 'site', id: null, title: 'Site settings' },
              changes,
              now: now(),
            });
          }
          return { before: current, after: next };
        },
      );
      // The change is committed; the sweep deletes files that cannot be deleted now.
      await removeUnusedImages(db, images, keysOf(before.pictures)).catch(() => undefined);
      return toSite(after);
    } catch (error) {
      await removeAfterFailure(db, images, keysOf(storedImages.values()), error);
      throw error;
    }
  }

  return {
    /** Returns all settings, with defaults for unset ones. */
    read: async (): Promise<Site> => toSite(await findSite(db)),

    /** @throws AppError NOT_FOUND if the text is not set */
    async readLegalText(page: 'privacy' | 'terms'): Promise<{ text: string }> {
      const text = (await findSite(db)).overrides[page] ?? null;
      if (text === null) throw notFound('Page not found.');
      return { text };
    },

    /**
     * Changes the settings in the form.
     *
     * @throws AppError FORBIDDEN, VALIDATION_FAILED, UNSUPPORTED_TYPE, TOO_LARGE; in these cases, nothing is
     *   changed or stored
     */
    async change(actor: SignedIn, form: IncomingSiteForm): Promise<Site> {
      const { site = '{}' } = parseOrThrow(siteFormSchema, form.fields);
      const changes: SiteChanges = parseOrThrow(siteChangesSchema, parseJson(site, 'site'));
      return change(actor, (stored) => applyChanges(stored, changes), form.files, form.signal);
    },

    /**
     * Returns everything that differs from the defaults, including picture files.
     *
     * @throws AppError FORBIDDEN, or UNAVAILABLE if a picture cannot be read
     */
    async export(actor: SignedIn): Promise<SiteExport> {
      requireSiteAdmin(actor);
      return toExport(await findSite(db), images);
    },

    /**
     * Replaces all settings with those in an exported file.
     *
     * @param content the file's parsed JSON
     * @throws AppError FORBIDDEN, VALIDATION_FAILED, UNSUPPORTED_TYPE, TOO_LARGE; in these cases, nothing is
     *   changed or stored
     */
    async import(actor: SignedIn, content: unknown, signal?: AbortSignal): Promise<Site> {
      const file = parseOrThrow(siteFileSchema, content);
      const overrides = applyChanges({}, file.site);
      const pictures = readPictures(overrides, file.pictures);
      return change(actor, () => overrides, pictures, signal);
    },

    /**
     * Imports from a form that contains a file, or the file's text in the field `site`.
     *
     * @throws AppError like `import`
     */
    async importForm(actor: SignedIn, form: IncomingSiteForm): Promise<Site> {
      const [file] = form.files;
      const text = file === undefined ? form.fields['site'] : await readFileText(file.source);
      return this.import(actor, parseJson(text ?? '', 'file'), form.signal);
    },

    /** Returns the setup checklist. @throws AppError FORBIDDEN */
    async getSetup(actor: SignedIn): Promise<SiteSetup> {
      requireSiteAdmin(actor);
      const { overrides } = await findSite(db);
      const policies = await readExplicitPolicies(db);
      return {
        steps: [
          {
            step: 'identity',
            isDone: overrides.name !== undefined || overrides.logo !== undefined,
          },
          { step: 'contact', isDone: overrides.contact?.email !== undefined },
          {
            step: 'legal',
            isDone: overrides.privacy !== undefined && overrides.terms !== undefined,
          },
          { step: 'agent', isDone: await hasOwnAgent(db) },
          { step: 'mail', isDone: canSendMail },
          { step: 'agentSignUp', isDone: policies.agentSignUp !== undefined },
          { step: 'review', isDone: policies.review !== undefined },
          { step: 'cardArea', isDone: policies.cardArea !== undefined },
          { step: 'demo', isDone: !(await hasDemoAccounts(db)) },
        ],
        isDismissed: await isSetupDismissed(db),
      };
    },

    /** Dismisses the setup checklist, for every admin. @throws AppError FORBIDDEN */
    async dismissSetup(actor: SignedIn): Promise<void> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        requireSiteAdmin(current);
        await dismissSetup(transaction);
      });
    },
  };
}

function requireSiteAdmin(actor: Actor): void {
  if (!can(actor, 'site:manage')) throw forbidden();
}

const toSite = ({ overrides, pictures }: StoredSite): Site =>
  resolveSite(overrides, toSitePictures(pictures));

/**
 * Allows only the site's own pictures because a listing's picture, for example, is deleted with the
 * listing.
 *
 * @throws AppError VALIDATION_FAILED
 */
function requireKnownPictures(
  overrides: SiteOverrides,
  current: StoredSite,
  newPaths: readonly string[],
): void {
  const known = new Set([
    ...listPictureSettings({}).map(({ path }) => path),
    ...current.pictures.map(({ key }) => imagePath(key)),
    ...newPaths,
    null,
  ]);
  const unknownPictures = listPictureSettings(overrides).filter(({ path }) => !known.has(path));
  if (unknownPictures.length === 0) return;
  throw validationFailed(
    unknownPictures.map(({ setting }) => ({
      path: setting,
      message: 'This picture does not belong to the site. Please upload it.',
    })),
  );
}

/** @throws AppError VALIDATION_FAILED */
function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw validationFailed([{ path, message: 'Please send valid JSON.' }]);
  }
}
