/** Manually encoded multipart forms (RFC 7578) that can be malformed anywhere. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { HOSTILE_TEXTS, hostileText, corrupted } from './hostile-values.ts';

/** A part with its raw headers and content. */
type Part = { headers: string; content: Buffer };

/** A form and its corruption. */
export type FormPlan = {
  parts: readonly Part[];
  /** The Content-Type header of the request. */
  type: string;
  /** Where it is truncated, as a fraction of its length; null if it is complete. */
  truncatedAt: number | null;
  /** Text before the first and after the last part. */
  around: [before: string, after: string];
};

const BOUNDARY = 'form-boundary';
const VALID_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** 1 by 1 pixel, gray. */
const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns a PNG that claims a size of `side` by `side` pixels. */
function pngWithDeclaredSize(side: number): Buffer {
  const picture = Buffer.from(PIXEL_PNG);
  picture.writeUInt32BE(side, 16);
  picture.writeUInt32BE(side, 20);
  return picture;
}

const text = (content: string) => Buffer.from(content, 'latin1');

/** Contents of picture files, most of them invalid. */
const PICTURES: readonly Buffer[] = [
  PIXEL_PNG,
  PIXEL_PNG.subarray(0, 30),
  Buffer.concat([PIXEL_PNG, Buffer.alloc(1_000)]),
  pngWithDeclaredSize(0),
  pngWithDeclaredSize(9_000),
  pngWithDeclaredSize(0x7fffffff),
  text(''),
  text('\0'),
  text('GIF89a'),
  text('GIF89a\xff\xff\xff\xff\xf7\0\0'),
  text('\xff\xd8\xff\xe0'),
  text('\xff\xd8\xff\xe1\xff\xffExif\0\0'),
  text('RIFF\xff\xff\xff\xffWEBPVP8 '),
  text('RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff'),
  text('\0\0\0\x20ftypavif\0\0\0\0avifmif1'),
  text('\0\0\0\x18ftypheic\0\0\0\0'),
  text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  text('<!doctype html><script>alert(1)</script>'),
  text('%PDF-1.7'),
  text('BM\xff\xff\xff\xff'),
  text('II*\0\x08\0\0\0\xff\xff'),
  text('8BPS\0\x01'),
  readFileSync(path.join(import.meta.dirname, 'hostile-forms.ts')),
];

const fileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'home.png',
    '../../../../etc/passwd',
    '..\\..\\x.png',
    '/dev/null',
    'C:\\x.png',
    'a\0.png',
    'a\x07\x1b[31m.png',
    '.',
    '..',
    '',
    ' ',
    'x'.repeat(10_000),
    '<b>.png',
    'CON',
    '‮gnp.exe',
    '%00.png',
    'a";x="b',
  ),
  fc.constantFrom(...HOSTILE_TEXTS),
);

const quote = (name: string) => name.replaceAll('"', '%22').replace(/[\r\n]/g, ' ');

function textPart(name: string, value: string): Part {
  return {
    headers: `Content-Disposition: form-data; name="${quote(name)}"`,
    content: Buffer.from(value, 'utf8'),
  };
}

function filePart(name: string, file: string, content: Buffer, type: string): Part {
  return {
    headers: `Content-Disposition: form-data; name="${quote(name)}"; filename="${quote(file)}"\r\nContent-Type: ${type}`,
    content,
  };
}

/** Part headers that no browser sends. */
const unusualHeaders = fc.constantFrom(
  '',
  'Content-Disposition: form-data',
  'Content-Disposition: attachment; name="title"',
  'Content-Disposition: form-data; name=title; name=title',
  'Content-Disposition: form-data; name="title',
  "Content-Disposition: form-data; name*=utf-8''ti%tle",
  "Content-Disposition: form-data; name=images; filename*=utf-8''%ff%00.png",
  'Content-Disposition: form-data; name="__proto__"',
  'Content-Disposition: form-data; name="constructor"; filename="x"',
  'Content-Disposition: form-data; name="toString"',
  'Content-Disposition: form-data; name=""',
  'content-disposition:form-data;name="images";filename=x',
  'Content-Disposition: form-data; name="images"; filename="x"\r\nContent-Transfer-Encoding: base64',
  'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=utf-16',
  'Content-Disposition: form-data; name="title"\r\nContent-Type: application/json',
  'Content-Disposition: form-data; name="images"\r\nContent-Type: multipart/mixed; boundary=inner',
  `Content-Disposition: form-data; name="title"\r\nX-Long: ${'x'.repeat(100_000)}`,
  `Content-Disposition: form-data; name="title"\r\n${'X-Many: x\r\n'.repeat(3_000)}X-Last: x`,
  'No colon at all',
  ': nothing',
);

const unusualPart: fc.Arbitrary<Part> = fc.record({
  headers: unusualHeaders,
  content: fc.oneof(
    hostileText.map((value) => Buffer.from(value)),
    fc.constantFrom(
      ...PICTURES,
      text('{"a":1}'),
      text('--inner\r\nContent-Disposition: file; filename=x\r\n\r\nx\r\n--inner--'),
    ),
  ),
});

const hostileFile: fc.Arbitrary<(field: string) => Part> = fc
  .tuple(fileName, fc.constantFrom(...PICTURES), fc.constantFrom('image/png', 'text/html', '', 'x'))
  .map(
    ([name, content, type]) =>
      (field) =>
        filePart(field, name, content, type),
  );

/** Returns variants of a list of valid parts, most of them corrupted. */
function corruptParts(valid: readonly Part[], field: string): fc.Arbitrary<readonly Part[]> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(valid) },
    // Corrupts one value.
    {
      weight: 10,
      arbitrary: fc
        .nat(Math.max(0, valid.length - 1))
        .chain((at) => {
          const value = valid[at]?.content.toString('utf8') ?? '';
          return fc.tuple(fc.constant(at), fc.oneof(corrupted(value), hostileText));
        })
        .map(([at, value]) =>
          valid.map(({ headers, content }, index) => ({
            headers,
            content: index === at ? Buffer.from(value) : content,
          })),
        ),
    },
    {
      weight: 4,
      arbitrary: fc
        .array(hostileFile, { maxLength: 3 })
        .map((files) => valid.concat(files.map((build) => build(field)))),
    },
    { weight: 2, arbitrary: hostileFile.map((build) => valid.concat(build('title'))) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.nat(valid.length), unusualPart)
        .map(([at, part]) => valid.toSpliced(at, 0, part)),
    },
    { weight: 1, arbitrary: fc.constant(valid.concat(valid)) },
    { weight: 1, arbitrary: fc.constant<readonly Part[]>([]) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(100, 101, 3_000)
        .map((count) => Array.from({ length: count }, (_, index) => textPart(`f${index}`, 'x'))),
    },
    {
      weight: 1,
      arbitrary: fc.constant([
        ...valid,
        ...Array<Part>(31).fill(filePart(field, 'a.png', PIXEL_PNG, 'x')),
      ]),
    },
    { weight: 1, arbitrary: fc.constant(valid.concat(textPart('extra', 'x'.repeat(140_000)))) },
    {
      weight: 1,
      arbitrary: hostileText.map((value) =>
        valid.concat(textPart('imagesToDelete', `["${value}"]`)),
      ),
    },
  );
}

/**
 * Returns variants of a form.
 *
 * @param fields valid fields
 * @param field the name of the file field
 */
export function formPlan(
  fields: fc.Arbitrary<Record<string, string>>,
  field: string,
): fc.Arbitrary<FormPlan> {
  return fields.chain((values) => {
    const valid = Object.entries(values).map(([name, value]) => textPart(name, value));
    return fc.record({
      parts: corruptParts(valid, field),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant(VALID_TYPE) },
        fc.constantFrom(
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'multipart/form-data; boundary=other',
          'multipart/form-data; boundary="form-boundary"',
          `multipart/form-data; boundary=${'x'.repeat(200)}`,
          'multipart/form-data; boundary=form-boundary; boundary=other',
          'multipart/form-data; boundary=form-\tboundary',
          'multipart/mixed; boundary=form-boundary',
          'multipart/form-data; charset=utf-16; boundary=form-boundary',
        ),
      ),
      truncatedAt: fc.oneof(
        { weight: 8, arbitrary: fc.constant(null) },
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
      around: fc.oneof(
        { weight: 9, arbitrary: fc.constant<[string, string]>(['', '']) },
        fc.constantFrom<[string, string]>(
          ['preamble\r\n', 'epilogue'],
          ['\r\n\r\n', ''],
          ['--form-boundary--\r\n', ''],
          ['--form-boundary\r\n--form-boundary\r\n', ''],
          ['', '--form-boundary\r\n'],
          ['\0', '\0'],
        ),
      ),
    });
  });
}

/** Encodes the form as bytes. */
export function encodeForm({ parts, truncatedAt, around: [before, after] }: FormPlan): Buffer {
  const bytes = Buffer.concat([
    text(before),
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
      content,
      text('\r\n'),
    ]),
    text(`--${BOUNDARY}--\r\n${after}`),
  ]);
  return truncatedAt === null ? bytes : bytes.subarray(0, Math.floor(bytes.length * truncatedAt));
}
