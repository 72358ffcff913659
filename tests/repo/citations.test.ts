import { describe, expect, test } from 'vitest';
import { readFiles } from './source-files.ts';

/** Joins the lines of a text, without comment markers, because citations can span lines. */
const flatten = (text: string) => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, ' ');

const sources = readFiles(/^(src|tests|scripts|db|bench|demo|deploy|docs|[^/]*\.md$)/)
  .filter(
    ({ file }) => /\.(tsx?|mjs|css|sql|md)$/.test(file) && !file.endsWith('citations.test.ts'),
  )
  .map(({ file, text }) => ({ file, text: flatten(text) }));

/** Documents outside the repository, which readers cannot look up. */
const EXTERNAL_DOCUMENTS =
  /\bspec(?:ification)?(?:'s)? \(?sections? \d|\binterface: [A-Z]|; interface\)|(?<![\w/-])(?:spec|interface|market|search|house|names|look|style)\.md\b/gi;

const headings = new Map(
  readFiles(/^((README|CONTRIBUTING|SECURITY)\.md|docs\/.*\.md)$/).map(({ file, text }) => [
    file,
    [...text.matchAll(/^#{2,} (.+)$/gm)].map(([, heading = '']) => heading),
  ]),
);

const startsWithHeading = (text: string, headingTexts: readonly string[]) =>
  headingTexts.some(
    (heading) => text.startsWith(heading) && !/^\w/.test(text.slice(heading.length)),
  );

describe('citations are valid', () => {
  test('no citation names a document outside the repository', () => {
    const outside = sources.flatMap(({ file, text }) =>
      [...text.matchAll(EXTERNAL_DOCUMENTS)].map(([citation]) => `${file}: ${citation}`),
    );
    expect(outside).toEqual([]);
  });

  test('every "….md, Heading" names an existing heading', () => {
    const missingHeadings = sources.flatMap(({ file, text }) =>
      [
        ...text.matchAll(
          /(?<![\w/.-])((?:docs\/[\w/-]+|README|CONTRIBUTING|SECURITY)\.md), (?=[A-Z])/g,
        ),
      ]
        .filter((match) => {
          const knownHeadings = headings.get(match[1] ?? '') ?? [];
          return !startsWithHeading(text.slice(match.index + match[0].length), knownHeadings);
        })
        .map((match) => `${file}: ${text.slice(match.index, match.index + 80)}`),
    );
    expect(missingHeadings).toEqual([]);
  });

  test('every "decision 018" and "decisions/018-….md" names a decision that exists', () => {
    const decisions = readFiles(/^docs\/decisions\/\d{3}/);
    // The third line of a decision names those that it replaces; released migrations still cite them.
    const numbers = new Set(
      decisions.flatMap(
        ({ file, text }) => `${file} ${text.split('\n')[2]}`.match(/\b\d{3}\b/g) ?? [],
      ),
    );
    const missingDecisions = sources.flatMap(({ file, text }) => [
      ...[...text.matchAll(/\bdecisions? (\d{3})\b/g)]
        .filter(([, number = '']) => !numbers.has(number))
        .map(([citation]) => `${file}: ${citation}`),
      ...[...text.matchAll(/\bdecisions\/\d{3}[\w-]*\.md/g)]
        .filter(([citation]) => !headings.has(`docs/${citation}`))
        .map(([citation]) => `${file}: ${citation}`),
    ]);
    expect(missingDecisions).toEqual([]);
  });

  test('every cited page of docs/product exists', () => {
    const missingPages = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\bdocs\/product\/[\w-]+\.md/g)]
        .filter(([citation]) => !headings.has(citation))
        .map(([citation]) => `${file}: ${citation}`),
    );
    expect(missingPages).toEqual([]);
  });
});
