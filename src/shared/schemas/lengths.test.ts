/** Tests that length errors name their field because they can be displayed far from it or read aloud. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../api-endpoints.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { fieldName } from './common.ts';
import { siteChangesSchema } from './site.ts';

/** Returns every text field of the endpoints with its endpoint and key. */
function findTextFields(): [string, string, z.ZodType][] {
  return Object.values<Endpoint>(endpoints).flatMap(({ method, path, body, query }) =>
    [body, query].flatMap((schema) =>
      collectForms(schema).flatMap((form) =>
        Object.entries(form.shape)
          .filter(([, field]) => z.safeParse(field as z.ZodType, 7).error !== undefined)
          .map(([key]): [string, string, z.ZodType] => [`${method} ${path}`, key, form]),
      ),
    ),
  );
}

function collectForms(schema: z.ZodType | undefined): z.ZodObject[] {
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => collectForms(option as z.ZodType));
  }
  return schema instanceof z.ZodObject ? [schema] : [];
}

/** Patterns for fields with labels that differ from their keys. */
const LABELS: Record<string, RegExp> = {
  token: /link/i,
  searchTerm: /search/i,
  // Lists with a maximum number of entries.
  scopes: /scope/i,
  ids: /./,
  propertyIds: /listing/i,
};

describe('text that is too long', () => {
  it.each(findTextFields())(
    'is reported in %s with the field name "%s"',
    (_endpoint, key, form) => {
      const issues = form.safeParse({ [key]: 'x'.repeat(300_000) }).error?.issues ?? [];
      const messages = issues
        .filter(({ code, path }) => code === 'too_big' && path[0] === key)
        .map(({ message }) => message);
      const lastWord = fieldName([key]).split(' ').at(-1) ?? '';
      for (const message of messages) {
        expect(message).toMatch(LABELS[key] ?? new RegExp(lastWord, 'i'));
      }
    },
  );
});

/** Builds a value for a schema with overlong text in every text field, and with lists of the given length. */
function buildOverlongValue(schema: unknown, entryCount: number): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return buildOverlongValue(schema.unwrap(), entryCount);
  if (schema instanceof z.ZodDefault) return buildOverlongValue(schema.unwrap(), entryCount);
  if (schema instanceof z.ZodPipe) return buildOverlongValue(schema.in, entryCount);
  if (schema instanceof z.ZodArray)
    return Array.from({ length: entryCount }, () => buildOverlongValue(schema.element, entryCount));
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape);
    return Object.fromEntries(
      fields.map(([key, field]) => [key, buildOverlongValue(field, entryCount)]),
    );
  }
  return 'x'.repeat(100_001);
}

describe('site settings that are too long', () => {
  // The entries of a list are validated only if the list itself is not too long.
  const issues = [1, 25].flatMap(
    (entryCount) =>
      siteChangesSchema.safeParse(buildOverlongValue(siteChangesSchema, entryCount)).error
        ?.issues ?? [],
  );
  const tooBig = issues.filter(({ code }) => code === 'too_big');
  const keyOf = (path: readonly PropertyKey[]) => path.filter((part) => typeof part === 'string');
  const fields = new Map(tooBig.map(({ path, message }) => [keyOf(path).join('.'), message]));

  it('are rejected in texts and lists at every level', () => {
    expect([...fields.keys()]).toEqual(
      expect.arrayContaining([
        'name',
        'logo',
        'contact.zipCode',
        'social',
        'social.url',
        'hero.image',
        'testimonials',
        'testimonials.avatar',
        'about.text',
        'about.values',
        'about.team',
        'about.stats.label',
        'privacy',
      ]),
    );
  });

  it.each([...fields])('report the name of %s: %s', (key, message) => {
    expect(message.startsWith(`${fieldName(key.split('.'))} `)).toBe(true);
  });
});

describe('fieldName', () => {
  it.each([
    [['subject'], 'Subject'],
    [['zipCode'], 'ZIP code'],
    [['openHouses', 2, 'note'], 'Note'],
    [['pictures', 0], 'Pictures'],
    [[], 'Text'],
  ])('returns the name of %o: %s', (path, name) => {
    expect(fieldName(path)).toBe(name);
  });
});
