/** Hostile values. None matches the patterns that valid-response.ts rejects as leaks. */

import fc from 'fast-check';

const NUL = '\0';

/** Hand-picked hostile texts. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  NUL,
  `a${NUL}b`,
  '\uD800',
  'x\uDFFF\uD800y',
  '\uFFFE\uFFFF',
  '\u202Egnp.exe',
  '\u200B\u200B\u200B',
  '\r\nSet-Cookie: a=b',
  '\t\v\f\u0085\u2028',
  '👩‍👩‍👧‍👦'.repeat(40),
  'é'.repeat(101),
  'e\u0301'.repeat(300),
  'İıſßǆ',
  'x'.repeat(201),
  'x'.repeat(20_001),
  'a@'.repeat(150),
  `${'a'.repeat(300)}@example.org`,
  '"quoted local"@example.org',
  'person@[127.0.0.1]',
  "' OR 1=1 --",
  "'; drop table users; --",
  "\\'); commit; --",
  '$1 ${2} %s %n {0}',
  '%',
  '_',
  '\\',
  '%_\\%',
  '(((((',
  'a & | ! <-> :* b',
  "'a':* & !'b' | <->",
  '"unfinished phrase -not OR',
  '<script>alert(1)</script>',
  '</script><!--',
  '{{constructor.constructor("x")()}}',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '0x10',
  '1e309',
  '1e-400',
  '9'.repeat(400),
  '9223372036854775808',
  '2147483648',
  '0.1',
  '1,5',
  '١٢٣',
  '１２３',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  'all',
  '1'.repeat(19),
];

/** Random texts of any code units, including lone surrogates. */
const randomText = fc.string({ unit: 'binary', maxLength: 30 });

/** Hostile texts. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: randomText },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
      .map((units) => String.fromCharCode(...units)),
  },
);

/** Insertions that corrupt an otherwise valid text, which passes more checks than a completely invalid one. */
const CORRUPTING_INSERTIONS = [
  NUL,
  '\uD800',
  '\uDFFF',
  '\uFFFE',
  '\u202E',
  '\r\nBcc: a@example.org',
  '\u2028',
  "'",
  '"',
  '\\',
  '%',
  '_',
  ';',
  '$1',
  ':*',
  '<b>',
  '&amp;',
  '🏠',
  '\u0301',
  'ß',
  ' '.repeat(300),
];

/** Returns variants of a text with one of `CORRUPTING_INSERTIONS` inserted. */
export function corrupted(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...CORRUPTING_INSERTIONS), fc.nat(text.length))
    .map(([insertion, at]) => text.slice(0, at) + insertion + text.slice(at));
}

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  100,
  101,
  1e11,
  1e11 + 1,
] as const;

/** Any JSON value, mostly of the wrong type. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...HOSTILE_NUMBERS, null, true, false) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      [],
      {},
      [[]],
      [null],
      ['user'],
      { $gt: '' },
      { length: 3 },
      { toString: 'x' },
      { valueOf: {}, toJSON: 1 },
      Array.from({ length: 500 }, (_, index) => index),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Keys that most endpoints do not accept. */
export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    '',
    '0',
    'length',
    '_id',
    'id',
    'role',
    'isAdmin',
    'agent',
    'agentId',
    'createdAt',
    'password_',
    'isAvailable',
    'images',
    'errors',
    'a.b',
    'a[b]',
    NUL,
    '\uD800',
  ),
  randomText,
);

/** JSON that is invalid, ambiguous, dangerous, or huge. */
export const brokenJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '{"a":1',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    'nul',
    'NaN',
    '01',
    '"\u0001"',
    '"\\u12"',
    '"\\ud800"',
    '\uFEFF{}',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"a":{"__proto__":null}}',
    '{"email":"a@example.org","email":"b@example.org"}',
    '{"role":"user","role":"admin"}',
    '['.repeat(50_000),
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `{"a":${'9'.repeat(100_000)}}`,
    `{"a":1e${'9'.repeat(1_000)}}`,
    `"${'x'.repeat(262_144)}"`,
    `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    '{}{}',
    '{}\0',
    'name=a&email=b',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Media types of JSON bodies that are wrong or unusual. */
export const hostileType: fc.Arbitrary<string> = fc.constantFrom(
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/json; charset=x',
  'APPLICATION/JSON',
  'application/json;',
  'application/json, text/plain',
  'application/problem+json',
  'multipart/form-data',
  'multipart/mixed; boundary=x',
  'json',
  '/',
  ';',
  '',
  'a/b; c="d',
  'x'.repeat(1_000),
);

/** IDs that do not exist. */
export const HOSTILE_IDS: readonly string[] = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  '+1',
  'NaN',
  '9'.repeat(18),
  '9'.repeat(19),
  '9'.repeat(199),
  '9'.repeat(400),
  'x',
  ':id',
  '%00',
  '1%00',
  '%20',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%F0%9F%8F%A0',
  '%D9%A1',
  'my-listings',
  'all',
  'null',
  'undefined',
  '[object%20Object]',
  '__proto__',
  'constructor',
  "1'%20or%20'1'='1",
  '1;',
  '1%3Bx',
  '1,2',
];
