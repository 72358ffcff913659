import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { offlinePageHtml, offlinePagePolicy, readSite, readTitle } from './offline-page.ts';

it('lists cached pages, with titles escaped', () => {
  const html = offlinePageHtml([{ href: '/for-sale?a=1&b=2', title: 'A <b>' }], '/assets/a.css');
  expect(html).toContain('href="/for-sale?a=1&amp;b=2">A &lt;b&gt;</a>');
  expect(html).toContain('href="/assets/a.css"');
  expect(offlinePageHtml([], '/a.css')).not.toContain('<ul');
});

it('has a policy that allows only its own script', async () => {
  const script = /<script>(.*?)<\/script>/.exec(offlinePageHtml([], '/a.css'))?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(await offlinePagePolicy()).toBe(
    `default-src 'self'; script-src 'sha256-${hash}'; style-src 'self' 'unsafe-inline'`,
  );
});

it('reads a page’s title', () => {
  expect(readTitle('<head><title data-x>Oak &amp; &lt;Elm&gt;&#x27;s | Doorstep</title>')).toBe(
    "Oak & <Elm>'s",
  );
  expect(readTitle('<p>none</p>')).toBe('');
});

it('applies the site settings that it reads from a page', () => {
  const page =
    '<html lang="en" data-accent="" style="--accent:#2563eb;--on-accent:#ffffff;--off-accent:#000000"><link rel="stylesheet" href="/assets/accent-a1_b-2.css"/><title>Home | A &amp; B</title><meta property="og:site_name" content="A &amp; B"/>';
  const site = readSite(page);
  expect([site.name, readTitle(page)]).toEqual(['A & B', 'Home']);
  const html = offlinePageHtml([], '/a.css', site);
  expect(html).toContain('<title>You’re offline | A &amp; B</title>');
  expect(html).toContain('<link rel="stylesheet" href="/assets/accent-a1_b-2.css">');
  expect(html).toContain('<html lang="en" data-accent style="--accent:#2563eb;');
  expect(readSite('<html style="--accent:url(x)">').accent).toBe('');
});
