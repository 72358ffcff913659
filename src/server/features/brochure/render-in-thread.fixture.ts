/** A process that renders brochures and prints its memory growth in bytes. */

import { FALLBACK_SITE } from '#shared/site/page-site.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { toBrochure } from './brochure-content.ts';
import { createThreadRenderer } from './render-in-thread.ts';

const BROCHURES = 30;

const property = buildProperty({ description: 'A house with a garden by the river. '.repeat(60) });
const content = toBrochure(property, { site: FALLBACK_SITE, publicUrl: 'https://homes.example' });
const render = createThreadRenderer();
const before = process.memoryUsage.rss();
for (let count = 0; count < BROCHURES; count += 1)
  await render({ content, pictures: { cover: null, others: [] }, paper: 'letter' });
process.stdout.write(String(process.memoryUsage.rss() - before));
process.exit();
