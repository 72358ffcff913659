/** Fuzzes the built pages with hostile URLs and content. Needs a build, as created by `npm test`. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBuildFolder, createProductionRenderer } from '#server/pages/page-renderer.ts';
import { startTestApp, type TestApp } from '../helpers/test-app.ts';
import { logFuzzRun, FUZZ_REQUESTS, FUZZ_SEED } from './fuzz-settings.ts';
import { withTimeout } from './fuzz-world.ts';
import { HOSTILE_IDS, hostileKey, hostileText } from './hostile-values.ts';
import { expectNoLeak } from './valid-response.ts';

/** The share of the total number of requests; small because rendering a page costs as much as many API requests. */
const REQUEST_SHARE = 0.02;
const XSS_PAYLOAD = '"\'></title></script><script>attack()</script><img src=x onerror=attack()>';

let server: TestApp;
let listing: string;
let agent: string;
beforeAll(async () => {
  server = await startTestApp({
    pages: { render: await createProductionRenderer(findBuildFolder()), filesFolder: null },
  });
  const owner = await server.addUser({ role: 'agent', name: `Ann ${XSS_PAYLOAD}` });
  agent = owner._id;
  const description = `A house. ${XSS_PAYLOAD} javascript:attack()`;
  listing = await server.addProperty(owner, {
    title: `House ${XSS_PAYLOAD}`,
    description,
    address: XSS_PAYLOAD,
    city: XSS_PAYLOAD,
    state: 'TX',
  });
  return () => server.close();
});

/** Returns URLs of pages that show user input, either stored or from the URL. */
const urls = () => {
  const payload = encodeURIComponent(XSS_PAYLOAD);
  return [
    '/',
    '/for-sale',
    `/for-sale?searchTerm=${payload}`,
    `/for-rent?propertyType=${payload}&minPrice=${payload}&sort=${payload}`,
    `/property/${listing}`,
    '/agents',
    `/agents?searchTerm=${payload}`,
    `/agent-listings?agentId=${agent}&agentName=${payload}`,
    `/reset-password?token=${payload}`,
    `/login?email=${payload}`,
    `/${payload}`,
    `/property/${payload}`,
  ];
};

async function open(url: string) {
  const {
    statusCode: status,
    headers,
    payload: text,
  } = await withTimeout(server.app.inject(url), url);
  return { status, headers, text };
}

/** Expects every script on a page to be from this site, allowed by the response's policy, or data. */
function expectOwnScripts({ headers, text }: Awaited<ReturnType<typeof open>>): void {
  const policy = String(headers['content-security-policy']);
  const foreignScripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, , script = '']) => !policy.includes(`'sha256-${sha256(script)}'`))
    .map((match) => match[1] ?? '')
    .filter((attributes) => !/type="application\/(ld\+)?json"/.test(attributes))
    .filter((attributes) => !/\bsrc="\//.test(attributes));
  expect(foreignScripts).toEqual([]);
  expect(text).not.toContain('<script>attack');
  expect(text).not.toMatch(/<img[^>]+onerror/);
  expect(text).not.toMatch(/(href|src)="\s*javascript:/i);
}

const sha256 = (script: string) => createHash('sha256').update(script).digest('base64');

describe('pages', () => {
  test('show user input only as text', async () => {
    for (const url of urls()) {
      const page = await open(url);
      expect({ url, isError: page.status >= 500 }).toEqual({ url, isError: false });
      expectOwnScripts(page);
    }
    expect((await open(`/property/${listing}`)).text).toContain('&lt;script&gt;attack()');
  });

  test('respond to any URL without server errors or leaks', { timeout: 600_000 }, async () => {
    const numRuns = Math.ceil(FUZZ_REQUESTS * REQUEST_SHARE);
    logFuzzRun('pages', numRuns);
    const path = fc.oneof(
      fc.constantFrom(
        '/',
        '/for-sale',
        '/for-rent',
        '/agents',
        '/agent-listings',
        '/contact',
        '//',
        '/dashboard',
      ),
      fc.constantFrom(...HOSTILE_IDS).map((id) => `/property/${id}`),
      hostileText.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
    );
    const names = fc.oneof(
      fc.constantFrom(
        'searchTerm',
        'page',
        'sort',
        'agentId',
        'agentName',
        'minPrice',
        'bedrooms',
        'token',
        '_routes',
      ),
      hostileKey,
    );
    const search = fc
      .array(fc.tuple(names, hostileText), { maxLength: 3 })
      .map((pairs) => new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString());
    await fc.assert(
      fc.asyncProperty(path, search, async (pathname, query) => {
        const page = await open(`${pathname}?${query}`);
        expect(page.status).toBeLessThan(500);
        expectNoLeak({ ...page, text: page.text.slice(0, 200_000) }, []);
      }),
      { seed: FUZZ_SEED + 5, numRuns },
    );
  });
});
