import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { offlinePageHtml, offlinePagePolicy, titleIn } from './offline-page.ts';

it('lists what can be opened, with foreign text as text', () => {
  const html = offlinePageHtml([{ href: '/for-sale?a=1&b=2', title: 'A <b>' }], '/assets/a.css');
  expect(html).toContain('href="/for-sale?a=1&amp;b=2">A &lt;b&gt;</a>');
  expect(html).toContain('href="/assets/a.css"');
  expect(offlinePageHtml([], '/a.css')).not.toContain('<ul');
});

it('allows its one script', async () => {
  const script = /<script>(.*?)<\/script>/.exec(offlinePageHtml([], '/a.css'))?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(await offlinePagePolicy()).toBe(`default-src 'self'; script-src 'sha256-${hash}'`);
});

it('finds a title in a page', () => {
  expect(titleIn('<head><title data-x>Oak &amp; &lt;Elm&gt;&#x27;s | Doorstep</title>')).toBe(
    "Oak & <Elm>'s",
  );
  expect(titleIn('<p>none</p>')).toBe('');
});
