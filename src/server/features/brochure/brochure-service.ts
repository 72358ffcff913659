/**
 * Listing brochures, drawn on request and cached in memory (docs/product/listings.md, Brochure).
 */

import { createHash } from 'node:crypto';
import type { BrochurePaper } from '#shared/schemas/brokerage/brochure.ts';
import { coverOf } from '#shared/properties/cover.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { notFound } from '../../errors/app-error.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { toBrochure } from './brochure-content.ts';
import { pictureSizes } from './brochure-paper.ts';
import { createThreadRenderer } from './render-in-thread.ts';

/** Enough for dozens of brochures of several hundred kilobytes. */
const MAX_CACHED_BYTES = 24 * 1024 * 1024;
/** The maximum number of pictures in addition to the cover. */
const MAX_OTHER_PICTURES = 3;

/** Selects the cover and the other pictures of a brochure. */
function picturesOf({ pictures }: Property) {
  const cover = coverOf(pictures);
  return {
    cover,
    others: pictures.filter((picture) => picture !== cover).slice(0, MAX_OTHER_PICTURES),
  };
}

export function createBrochureService(options: {
  images: ImageStore;
  findListings: (ids: readonly string[]) => Promise<Property[]>;
  readSite: () => Promise<PageSite>;
  publicUrl: () => string;
}) {
  const { images, findListings, readSite, publicUrl } = options;
  /** Keyed by a hash of the content. The most recently used entry is last. */
  const cachedFiles = new Map<string, Promise<Buffer>>();
  const renderInThread = createThreadRenderer();

  async function draw(property: Property, site: PageSite, paper: BrochurePaper): Promise<Buffer> {
    const { readJpeg } = await import('./brochure-pictures.ts');
    const sizes = pictureSizes(paper);
    const { cover, others } = picturesOf(property);
    const [coverJpeg, ...otherJpegs] = await Promise.all([
      cover === undefined ? null : readJpeg(images, cover.path, sizes.cover),
      ...others.map(({ path, kind }) =>
        readJpeg(images, path, sizes.other, kind === 'photo' ? 'cover' : 'contain'),
      ),
    ]);
    const pictures = {
      cover: coverJpeg ?? null,
      others: otherJpegs.flatMap((jpeg, index) => {
        if (jpeg === null || others[index] === undefined) return [];
        const { kind, text } = others[index];
        const noun = kind === 'photo' ? 'Picture' : 'Floor plan';
        return [{ jpeg, alt: text ?? `${noun} of ${property.title}` }];
      }),
    };
    const content = toBrochure(property, { site, publicUrl: publicUrl() });
    return renderInThread({ content, pictures, paper });
  }

  async function evictLeastRecentlyUsed(): Promise<void> {
    const sizes = await Promise.all(
      [...cachedFiles].map(async ([key, file]) => ({
        key,
        bytes: (await file.catch(() => '')).length,
      })),
    );
    let bytes = sizes.reduce((sum, entry) => sum + entry.bytes, 0);
    for (const { key, bytes: fileBytes } of sizes) {
      if (bytes <= MAX_CACHED_BYTES) return;
      cachedFiles.delete(key);
      bytes -= fileBytes;
    }
  }

  return {
    /**
     * Returns a published listing's brochure. The endpoint's queue runs one request at a time.
     *
     * @throws AppError NOT_FOUND
     */
    async get(id: string, paper: BrochurePaper): Promise<Buffer> {
      const [[property], site] = await Promise.all([findListings([id]), readSite()]);
      if (property === undefined) throw notFound('Property not found.');
      const content = toBrochure(property, { site, publicUrl: publicUrl() });
      const key = createHash('sha256')
        .update(JSON.stringify([id, paper, content, picturesOf(property)]))
        .digest('base64');
      const file = cachedFiles.get(key) ?? draw(property, site, paper);
      cachedFiles.delete(key);
      cachedFiles.set(key, file);
      // Failures are not cached.
      file.then(evictLeastRecentlyUsed).catch(() => cachedFiles.delete(key));
      return file;
    },
  };
}
