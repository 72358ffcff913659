import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';

test('renders headings, lists, emphasis, and links', () => {
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
])('renders %s without scripts or images', (text, part) => {
  const html = renderMarkdown(text);
  expect(html).toContain(part);
  expect(html).not.toMatch(/<(script|img|iframe|svg)|<[^>]+\son\w+=|href="(javascript|data):/i);
});

test('renders a long text with thousands of markup characters as HTML', () => {
  const clause = 'See [the terms] and *both* of `these`, or ask us & our partners.\n';
  const text = `${`${clause.repeat(3)}\n- ${clause}- ${clause}\n`.repeat(280)}[the terms]: https://example.org/terms`;
  expect(text.match(/[[\]*`&]/g)?.length).toBeGreaterThan(9_000);
  const html = renderMarkdown(text);
  expect(html).not.toContain('<pre>');
  expect(html.match(/href="https:\/\/example\.org\/terms"/g)).toHaveLength(280 * 5);
});

test.each([
  ['thousands of markers in one paragraph', `${'*a_ '.repeat(201)}\n${'*a_ '.repeat(2_000)}`],
  ['thousands of markers in lines that do not start a list', '*a_\n    - *a_\n* \n'.repeat(2_000)],
  ['thousands of quotes', '> a\n\n'.repeat(4_001)],
  ['thousands of quotes in lists', '- > a\n'.repeat(4_001)],
])('renders %s as plain text', (_description, text) => {
  expect(renderMarkdown(text)).toMatch(/^<pre>/);
});

test('renders 100,000 characters of repeated markers in less than 30 seconds', () => {
  const startedAt = performance.now();
  for (const marker of ['[', '*', '> ', '`', '- ', '![', '<', '[a](', '&amp'])
    renderMarkdown(marker.repeat(100_000 / marker.length));
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});
