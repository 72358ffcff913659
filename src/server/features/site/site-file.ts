/** Settings and their pictures in one file (docs/product/site.md, Export and import). */

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { SiteExport, SiteOverrides } from '#shared/schemas/site.ts';
import { AppError, validationFailed } from '../../errors/app-error.ts';
import { imagePath } from '../../storage/image-paths.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { listPictureSettings } from './site-changes.ts';
import type { IncomingPicture } from './site-pictures.ts';
import type { StoredSite } from './site-repository.ts';

/**
 * Returns the content of an export.
 *
 * @throws AppError UNAVAILABLE if a picture cannot be read, because an export without it could not be imported
 */
export async function toExport(
  { overrides, pictures }: StoredSite,
  store: ImageStore,
): Promise<SiteExport> {
  const contents: Record<string, string> = {};
  for (const { key } of pictures) {
    const image = await store.open(key, 'full');
    if (image === null) {
      throw new AppError('UNAVAILABLE', 'One of the site’s pictures cannot be read right now.');
    }
    contents[imagePath(key)] = (await buffer(image.stream)).toString('base64');
  }
  return { format: 'doorstep-site', version: 1, site: { ...overrides }, pictures: contents };
}

/**
 * Decodes the pictures in an imported file.
 *
 * @param contents pictures in base64, by path
 * @throws AppError VALIDATION_FAILED if a picture is empty
 */
export function readPictures(
  overrides: SiteOverrides,
  contents: Readonly<Record<string, string>>,
): IncomingPicture[] {
  return listPictureSettings(overrides).flatMap(({ field, setting, path }) => {
    if (path === null || !Object.hasOwn(contents, path)) return [];
    const source = Buffer.from(contents[path] ?? '', 'base64');
    if (source.length === 0) {
      throw validationFailed([{ path: setting, message: 'This picture is empty in the file.' }]);
    }
    return [{ field, source, name: setting }];
  });
}

/** Reads an uploaded file as text. */
export const readFileText = (source: string): Promise<string> => readFile(source, 'utf8');
