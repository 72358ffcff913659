import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';

test('headings, lists, emphasis and links are what they are', () => {
  expect(renderMarkdown('# One\n\n- *two*\n\n[three](https://example.org "3")')).toBe(
    '<h2>One</h2>\n<ul>\n<li><em>two</em></li>\n</ul>\n<p><a rel="nofollow noopener" href="https://example.org" title="3">three</a></p>',
  );
});

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;'],
  ['a <img src=x onerror=alert(1)> b', '&lt;img'],
  ['[x](javascript:alert(1))', 'href=""'],
  ['[x](JaVaScRiPt:alert(1))', 'href=""'],
  ['[x](data:text/html,hi)', 'href=""'],
  ['<javascript:alert(1)>', 'href=""'],
  ['![x](https://tracker.example/x.png)', 'href="https://tracker.example/x.png"'],
  ['[x](https://a.example/"onclick="alert(1))', '%22onclick=%22'],
  ['`<a href="x">`', '&lt;a href='],
])('%s runs nothing and fetches nothing', (text, part) => {
  const html = renderMarkdown(text);
  expect(html).toContain(part);
  expect(html).not.toMatch(/<(script|img|iframe|svg)|<[^>]+\son\w+=|href="(javascript|data):/i);
});

test('100,000 characters that nest take no long time', () => {
  const begun = performance.now();
  for (const sign of ['[', '*', '> ', '`', '- ', '![', '<', '[a](', '&amp'])
    renderMarkdown(sign.repeat(100_000 / sign.length));
  expect(performance.now() - begun).toBeLessThan(30_000);
});
