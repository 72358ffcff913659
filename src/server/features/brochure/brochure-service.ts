/** Brochures of listings, drawn on request and held in memory (docs/product/listings.md, Brochure). */

import { createHash } from 'node:crypto';
import type { BrochurePaper } from '#shared/schemas/brokerage/brochure.ts';
import { coverOf } from '#shared/properties/cover.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { notFound } from '../../errors/app-error.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { toBrochure } from './brochure-content.ts';

/** Bytes of brochures in memory; one takes some hundred thousand. */
const HELD_MAX_BYTES = 24 * 1024 * 1024;
/** Pictures beside the cover. */
const MAX_OTHERS = 3;

/** The cover, and what follows it. */
function picturesOf({ pictures }: Property) {
  const cover = coverOf(pictures);
  return { cover, others: pictures.filter((picture) => picture !== cover).slice(0, MAX_OTHERS) };
}

export function createBrochureService(options: {
  images: ImageStore;
  findListings: (ids: readonly string[]) => Promise<Property[]>;
  readSite: () => Promise<PageSite>;
  publicUrl: () => string;
}) {
  const { images, findListings, readSite, publicUrl } = options;
  /** By what is on them, the one used last at the end. */
  const held = new Map<string, Promise<Buffer>>();
  // Drawing takes the processor, which requests need too.
  const oneAtATime = createSemaphore(1);

  async function draw(property: Property, site: PageSite, paper: BrochurePaper): Promise<Buffer> {
    const [{ drawBrochure, pictureSizes }, { readJpeg }] = await Promise.all([
      import('./brochure-pdf.ts'),
      import('./brochure-pictures.ts'),
    ]);
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
    return drawBrochure(toBrochure(property, { site, publicUrl: publicUrl() }), pictures, paper);
  }

  async function dropOldest(): Promise<void> {
    const sizes = await Promise.all(
      [...held].map(async ([key, file]) => ({ key, bytes: (await file.catch(() => '')).length })),
    );
    let bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
    for (const { key, bytes: own } of sizes) {
      if (bytes <= HELD_MAX_BYTES) return;
      held.delete(key);
      bytes -= own;
    }
  }

  return {
    /**
     * The brochure of a published listing.
     *
     * @throws AppError NOT_FOUND
     */
    async get(id: string, paper: BrochurePaper): Promise<Buffer> {
      const [[property], site] = await Promise.all([findListings([id]), readSite()]);
      if (property === undefined) throw notFound('This listing is not there.');
      const content = toBrochure(property, { site, publicUrl: publicUrl() });
      const key = createHash('sha256')
        .update(JSON.stringify([id, paper, content, picturesOf(property)]))
        .digest('base64');
      const file = held.get(key) ?? oneAtATime(() => draw(property, site, paper));
      held.delete(key);
      held.set(key, file);
      // A failed one is drawn again.
      file.then(dropOldest).catch(() => held.delete(key));
      return file;
    },
  };
}
