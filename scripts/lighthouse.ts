/**
 * Measures the seven pages of docs/performance.md with Lighthouse (mobile settings), on a temporary server with demo
 * data: `node scripts/lighthouse.ts [--runs 3] [--from FOLDER] [--only /path]`, after `node scripts/run.mjs build`.
 *
 * Lighthouse is not a dependency of the project. If it is not installed, `--from` names a folder in which
 * `npm install lighthouse` was run.
 */

import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { findTestBrowser } from '#tests/helpers/browser.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PAGES = [
  '/',
  '/for-sale',
  '/for-rent',
  '/for-sale/tx/austin',
  '/property/{id}',
  '/agents',
  '/contact',
];

/** A gray square for every map tile. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

const resultSchema = z.object({
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      scoreDisplayMode: z.string(),
      numericValue: z.number().optional(),
      details: z.unknown(),
    }),
  ),
});
type Result = z.output<typeof resultSchema>;

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: unknown } | undefined>;

/** Loads Lighthouse. @throws Error with instructions for installing it */
async function loadLighthouse(from: string | undefined): Promise<Lighthouse> {
  const base = from === undefined ? import.meta.url : path.resolve(from, 'package.json');
  let file: string;
  try {
    file = createRequire(base).resolve('lighthouse');
  } catch {
    throw new Error(
      'Lighthouse is not installed. Run "npm install lighthouse" in a separate folder and pass it with --from.',
    );
  }
  const module = (await import(pathToFileURL(file).href)) as { default: Lighthouse };
  return module.default;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      from: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const lighthouse = await loadLighthouse(values.from);
  const tiles = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(TILE),
  ).listen(0, '127.0.0.1');
  await once(tiles, 'listening');
  const dataDir = makeTempFolder();
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'error',
    MAP_TILE_URL: `http://127.0.0.1:${portOf(tiles.address())}/{z}/{x}/{y}.png`,
  });
  const port = await freePort();
  const found = await findTestBrowser();
  const browser = await chromium.launch({
    ...found,
    args: [...found.args, `--remote-debugging-port=${port}`],
  });
  try {
    const answer = await fetch(`${server.url}/api/properties?limit=1`);
    const [newest] = (await answer.json()) as { _id: string }[];
    for (const page of PAGES.filter((one) => values.only === undefined || one === values.only)) {
      const url = server.url + page.replace('{id}', newest?._id ?? '');
      const results: Result[] = [];
      for (let run = 0; run < Number(values.runs); run += 1) {
        const load = loadavg()[0] ?? 0;
        const outcome = await lighthouse(url, {
          port,
          onlyCategories: [...CATEGORIES],
          logLevel: 'silent',
        });
        const result = resultSchema.parse(outcome?.lhr);
        results.push(result);
        console.log(`${page}  run ${run + 1}  load ${load.toFixed(1)}  ${describe(result)}`);
      }
      const sorted = results.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'));
      const median = sorted[Math.floor(sorted.length / 2)];
      if (median === undefined) continue;
      console.log(`${page}  median  ${describe(median)}`);
      for (const line of findings(median)) console.log(`    ${line}`);
    }
  } finally {
    await browser.close();
    await server.stop();
    tiles.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function describe(result: Result): string {
  const scores = CATEGORIES.map((name) => `${name} ${scoreOf(result, name)}`).join(', ');
  const value = (id: string, digits: number) =>
    (result.audits[id]?.numericValue ?? Number.NaN).toFixed(digits);
  return `${scores}; LCP ${value('largest-contentful-paint', 0)} ms, TBT ${value('total-blocking-time', 0)} ms, CLS ${value('cumulative-layout-shift', 3)}`;
}

function scoreOf(result: Result, category: string): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100);
}

/** Returns the audits below the maximum score, except timings. */
function findings(result: Result): string[] {
  return CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    (result.categories[name]?.auditRefs ?? [])
      .map(({ id }) => [id, result.audits[id]] as const)
      .filter(([, audit]) => audit?.score !== null && audit?.score !== undefined && audit.score < 1)
      .map(
        ([id, audit]) =>
          `${name}: ${id}: ${audit?.title ?? ''} ${JSON.stringify(audit?.details ?? {}).slice(0, 600)}`,
      ),
  );
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
