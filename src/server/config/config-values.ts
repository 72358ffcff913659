/**
 * Schemas for settings. Each parses the text of an environment variable. Error messages continue a sentence that starts
 * with the setting's name. They never repeat the value of a setting that can contain a password.
 */
import { z } from 'zod';
import { splitTileUrls } from '#shared/geo/map-tiles.ts';
import { emailSchema } from '#shared/schemas/common.ts';

/** Makes a setting optional. Blank values, which are common in compose files, count as absent. */
export function optional<T>(schema: z.ZodType<T, string>) {
  return z.preprocess(blankAsUndefined, schema.optional());
}

/** Makes a password or another secret optional. Unlike other settings, its value is not trimmed. */
export function optionalSecret<T>(schema: z.ZodType<T, string>) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

/** Adds a default, as the text of an environment variable. */
export function withDefault<T>(schema: z.ZodType<T, string>, text: string) {
  return z.preprocess((value) => blankAsUndefined(value) ?? text, schema);
}

function blankAsUndefined(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Any text. */
export const text = z.string();

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number) {
  return z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: (issue) =>
        `must be a whole number from ${min} to ${max}, not ${JSON.stringify(issue.input)}`,
    })
    .transform(Number);
}

/** A percentage from 0 to `max`, with up to four decimals. */
export function percent(max: number) {
  return z
    .string()
    .refine((value) => /^\d{1,3}(\.\d{1,4})?$/.test(value) && Number(value) <= max, {
      error: (issue) => `must be a percentage from 0 to ${max}, not ${JSON.stringify(issue.input)}`,
    })
    .transform(Number);
}

/** One of several values. */
export function choice<const T extends string>(values: readonly T[]) {
  return z.enum(values, {
    error: (issue) => `must be ${joinValues(values)}, not ${JSON.stringify(issue.input)}`,
  });
}

function joinValues(values: readonly string[]): string {
  return values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`;
}

/** 32 random bytes in base64. */
export const key256 = z
  .string()
  .transform((value) => Buffer.from(value, 'base64'))
  .refine(
    (bytes) => bytes.length === 32,
    'must be 32 random bytes in base64, such as the output of `openssl rand -base64 32`',
  );

/** An interface to listen on: a name or an IP address, without a port. */
export const host = z
  .string()
  .refine((value) => z.ipv6().safeParse(value).success || /^[\w.-]+$/.test(value), {
    error: (issue) =>
      `must be a host name or an IP address without a port, not ${JSON.stringify(issue.input)}`,
  });

/** An email address. */
export const email = emailSchema('must be an email address such as name@example.org');

/** A sender: `name@example.org` or `Name <name@example.org>`. */
export const sender = z.string().refine(isSender, {
  error: 'must be an email address such as name@example.org or Doorstep <name@example.org>',
});

function isSender(value: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return email.safeParse(address).success;
}

/** The URL of a server with one of `protocols`, returned unchanged. */
export function serverUrl(protocols: readonly string[], example: string) {
  return z
    .string()
    .refine((value) => protocols.includes(parseUrl(value)?.protocol.slice(0, -1) ?? ''), {
      error: `must be a URL such as ${example}`,
    });
}

/** One or more comma-separated values. */
export function list<T>(schema: z.ZodType<T, string>) {
  return z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(schema));
}

/** An origin as browsers send it: only protocol, host, and port. */
export const origin = z.string().refine(
  (value) => {
    const url = parseUrl(value);
    return url !== undefined && isHttpUrl(url) && url.origin === value;
  },
  {
    error: (issue) =>
      `must list origins such as https://example.org, without a path, not ${JSON.stringify(issue.input)}`,
  },
);

/** The site's URL: an origin; a trailing slash is accepted. */
export const siteUrl = z
  .string()
  .refine((value) => {
    const url = parseUrl(value);
    return url !== undefined && isHttpUrl(url) && `${url.origin}/` === url.href;
  }, 'must be a URL such as https://homes.example.org, without a path')
  .transform((value) => new URL(value).origin);

/** Map tile templates for light and dark mode: URLs, or paths on this site. */
export const tileTemplates = z
  .string()
  .refine(
    (value) => splitTileUrls(value).length <= 2 && splitTileUrls(value).every(isTileTemplate),
    {
      error:
        'must be a URL with {z}, {x}, and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png, or two comma-separated URLs for light and dark mode',
    },
  );

function isTileTemplate(value: string): boolean {
  const url = parseUrl(value.replace('{s}', 'a'), 'http://localhost');
  const isComplete = ['{x}', '{y}', '{z}'].every((part) => value.includes(part));
  return (
    url !== undefined &&
    isHttpUrl(url) &&
    isComplete &&
    (value.startsWith('/') || /^https?:/.test(value))
  );
}

/** A key prefix in a bucket, without leading or trailing slashes. */
export const keyPrefix = z
  .string()
  .transform((value) => value.replace(/^\/+|\/+$/g, ''))
  .refine((value) => /^[\w.!-]+(\/[\w.!-]+)*$/.test(value) && !value.split('/').includes('..'), {
    error: 'must be names of letters, digits, and the characters . - _ !, separated by slashes',
  });

function isHttpUrl(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

function parseUrl(value: string, base?: string): URL | undefined {
  return URL.parse(value, base) ?? undefined;
}
