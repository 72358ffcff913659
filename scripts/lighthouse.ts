/**
 * Measures the pages in docs/performance.md with Lighthouse's mobile and desktop settings, on a temporary server with
 * demo data. Run `node scripts/run.mjs build` first:
 *
 *   node scripts/lighthouse.ts [--runs 3] [--from FOLDER] [--only /path] [--device mobile|desktop]
 *
 * Lighthouse is not a dependency of the project. If it is not installed, `--from` names a folder where
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
import { type BrowserContext, chromium } from '@playwright/test';
import sharp from 'sharp';
import { z } from 'zod';
import { findTestBrowser } from '#tests/helpers/browser.ts';
import { findFreePort } from '#tests/helpers/free-port.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const DEVICES = ['mobile', 'desktop'] as const;
type Role = 'user' | 'agent' | 'admin';

/**
 * The pages and their users' roles; without `as`, a visitor. Search engines must not index pages for
 * signed-in users and pages with `isNoIndex` (docs/product/pages.md, Search engines), so the audit of
 * indexing is skipped for them.
 */
const PAGES: readonly { path: string; as?: Role; isNoIndex?: true }[] = [
  { path: '/' },
  { path: '/for-sale' },
  { path: '/for-rent' },
  { path: '/for-sale/tx/austin' },
  { path: '/for-sale/tx/austin?view=map', isNoIndex: true },
  { path: '/property/{id}' },
  { path: '/agents' },
  { path: '/agent-listings?agentId={agent}&agentName=Agent' },
  { path: '/compare?ids={ids}', isNoIndex: true },
  { path: '/favorites', isNoIndex: true },
  { path: '/login', isNoIndex: true },
  { path: '/contact' },
  { path: '/favorites', as: 'user' },
  { path: '/shortlists/{shortlist}', as: 'user' },
  { path: '/dashboard/overview', as: 'agent' },
  { path: '/dashboard/my-listings', as: 'agent' },
  { path: '/dashboard/inquiries', as: 'agent' },
  { path: '/dashboard/tours', as: 'agent' },
  { path: '/dashboard/overview', as: 'admin' },
  { path: '/dashboard/manage-properties', as: 'admin' },
];

/** A gray picture for every map tile, large enough for high-density screens. */
const TILE = await sharp({
  create: { width: 512, height: 512, channels: 3, background: '#ddd' },
})
  .png()
  .toBuffer();

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

type Lighthouse = (
  url: string,
  flags: object,
  config: object | undefined,
) => Promise<{ lhr: unknown } | undefined>;

/** Loads Lighthouse and its desktop settings. @throws Error with instructions for installing it */
async function loadLighthouse(from: string | undefined) {
  const base = from === undefined ? import.meta.url : path.resolve(from, 'package.json');
  let file: string;
  try {
    file = createRequire(base).resolve('lighthouse');
  } catch {
    throw new Error(
      'Lighthouse is not installed. Run "npm install lighthouse" in a separate folder and pass it with --from.',
    );
  }
  const load = async <T>(path: string) => ((await import(path)) as { default: T }).default;
  return {
    lighthouse: await load<Lighthouse>(pathToFileURL(file).href),
    desktop: await load<object>(new URL('config/desktop-config.js', pathToFileURL(file)).href),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      from: { type: 'string' },
      only: { type: 'string' },
      device: { type: 'string' },
    },
  });
  const { lighthouse, desktop } = await loadLighthouse(values.from);
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
  const port = await findFreePort();
  const testBrowser = await findTestBrowser();
  // Lighthouse uses the browser's default context, so the session must be stored there.
  const profile = makeTempFolder();
  const browser = await chromium.launchPersistentContext(profile, {
    ...testBrowser,
    args: [...testBrowser.args, `--remote-debugging-port=${port}`],
  });
  try {
    const examples = await readExamples(server.url);
    for (const { path: name, as, isNoIndex = as !== undefined } of PAGES) {
      if (values.only !== undefined && values.only !== name) continue;
      const url =
        server.url + name.replaceAll(/\{(\w+)\}/g, (_, key: string) => examples[key] ?? '');
      if (as !== undefined) await signIn(browser, server.url, as);
      for (const device of DEVICES.filter((device) => (values.device ?? device) === device)) {
        const title = `${device}  ${as ?? 'visitor'}  ${name}`;
        const results: Result[] = [];
        for (let run = 0; run < Number(values.runs); run += 1) {
          const load = loadavg()[0] ?? 0;
          await clearCache(browser);
          const outcome = await lighthouse(
            url,
            {
              port,
              onlyCategories: [...CATEGORIES],
              logLevel: 'silent',
              disableStorageReset: as !== undefined,
              skipAudits: isNoIndex ? ['is-crawlable'] : [],
            },
            device === 'desktop' ? desktop : undefined,
          );
          const result = resultSchema.parse(outcome?.lhr);
          results.push(result);
          console.log(`${title}  run ${run + 1}  load ${load.toFixed(1)}  ${describe(result)}`);
        }
        const sorted = results.sort(
          (a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'),
        );
        const median = sorted[Math.floor(sorted.length / 2)];
        if (median === undefined) continue;
        console.log(`${title}  median  ${describe(median)}`);
        for (const line of listFindings(median)) console.log(`    ${line}`);
      }
    }
  } finally {
    await browser.close();
    await server.stop();
    tiles.close();
    await rm(dataDir, { recursive: true, force: true });
    await rm(profile, { recursive: true, force: true });
  }
}

async function send(
  method: 'POST' | 'PUT',
  url: string,
  { body = {}, token }: { body?: object; token?: string },
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Logs in to a demo account. */
function logIn(base: string, role: Role) {
  return send('POST', `${base}/api/auth/login`, {
    body: {
      email: `${role}@demo.doorstep.example`,
      password: 'doorstep',
    },
  });
}

/** Creates a shortlist and returns values for the placeholders in PAGES. */
async function readExamples(base: string): Promise<Record<string, string>> {
  const response = await fetch(`${base}/api/properties?limit=3&status=For+Sale`);
  const homes = (await response.json()) as { _id: string; agent: { _id: string } }[];
  const token = String((await logIn(base, 'user'))['token']);
  const { _id } = await send('POST', `${base}/api/shortlists`, {
    body: { name: 'Weekend' },
    token,
  });
  const ids = homes.map((home) => home._id);
  for (const id of ids)
    await send('PUT', `${base}/api/shortlists/${String(_id)}/homes/${id}`, { token });
  return {
    id: ids[0] ?? '',
    agent: homes[0]?.agent._id ?? '',
    ids: ids.join(','),
    shortlist: String(_id),
  };
}

/** Stores a session in the browser. */
async function signIn(browser: BrowserContext, base: string, role: Role): Promise<void> {
  const { token, ...user } = await logIn(base, role);
  const page = await browser.newPage();
  await page.goto(`${base}/login`);
  await page.evaluate(
    ([tokenValue, userValue]) => {
      localStorage.setItem('token', tokenValue ?? '');
      localStorage.setItem('user', userValue ?? '');
    },
    [String(token), JSON.stringify(user)],
  );
  await page.close();
}

/** Clears the cache so that every visit is a first visit, even with a session. */
async function clearCache(browser: BrowserContext): Promise<void> {
  const page = await browser.newPage();
  const session = await browser.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
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

/** Describes the audits below the maximum score, except performance. */
function listFindings(result: Result): string[] {
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
