/** Plain American English: patterns that are never correct in code, comments, docs, and texts. */

import { expect, test } from 'vitest';
import { readFiles } from './source-files.ts';

const FORBIDDEN_PATTERNS: Record<string, RegExp> = {
  'name limits MAX_X or MIN_X': /\b[A-Z][A-Z0-9_]*_(?:MOST|LEAST)\b/g,
  // Excludes names that are stored in databases.
  "write 'emails'": /(?<!doorstep\.)\bmails\b(?!\.(?:sweep|gathered))|[a-z]Mails\b/g,
  'use American spelling':
    /\b(?:behaviour|colour|neighbour|favourite|licence|organis|recognis|initialis|normalis|serialis|optimis(?!tic)|grey\b|cancelling|travelling)\w*/gi,
};

/** Matches migrations, because released statements cannot be changed, and this file, which contains the patterns. */
const EXEMPT_FILES = /^(?:db\/migrations\/|tests\/repo\/english\.test\.ts$)/;

const files = readFiles(/\.(?:ts|tsx|mjs|css|md|sql)$/).filter(
  ({ file }) => !EXEMPT_FILES.test(file),
);

test.each(Object.entries(FORBIDDEN_PATTERNS))('%s', (_rule, pattern) => {
  const violations = files.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([words]) => `${file}: ${words}`),
  );
  expect(violations).toEqual([]);
});
