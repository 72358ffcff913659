/** Pure functions that apply changes to stored settings. */

import { isDeepStrictEqual } from 'node:util';
import type { SiteChanges, SiteOverrides } from '#shared/schemas/site.ts';
import { defaultSite } from '#shared/site/site-defaults.ts';
import { DEFAULT_NAME } from '#shared/site/site-name.ts';
import { validationFailed } from '../../errors/app-error.ts';

/** Settings with fields that change independently. */
const GROUPS = ['contact', 'hero', 'about'] as const;
type Group = (typeof GROUPS)[number];
const isGroup = (name: string): name is Group => (GROUPS as readonly string[]).includes(name);

type Values = Record<string, unknown>;

/** Applies changes to stored settings. Absent fields stay unchanged, and null resets them. */
export function applyChanges(stored: SiteOverrides, changes: SiteChanges): SiteOverrides {
  const result: Values = { ...stored };
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) continue;
    result[name] =
      isGroup(name) && change !== null
        ? withoutNullish({ ...stored[name], ...(change as Values) })
        : change;
  }
  // All input was validated by a schema.
  return withoutNullish(result);
}

/**
 * Removes values that equal the defaults. Their settings then follow the defaults, some of which
 * contain the site's name.
 */
export function withoutDefaults(overrides: SiteOverrides): SiteOverrides {
  const defaults = defaultSite(overrides.name) as Values;
  const omitEqual = (values: Values, defaultValues: Values): Values =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) => !isDeepStrictEqual(value, defaultValues[name]),
      ),
    );
  const result: Values = omitEqual(overrides, { ...defaults, name: DEFAULT_NAME });
  for (const group of GROUPS) {
    if (result[group] === undefined) continue;
    result[group] = omitEqual(result[group] as Values, defaults[group] as Values);
    if (Object.keys(result[group] as Values).length === 0) delete result[group];
  }
  return result;
}

/** Returns old and new values by changed setting, sorted by name; null is the default. */
export function listChanges(
  before: SiteOverrides,
  after: SiteOverrides,
): Record<string, readonly [unknown, unknown]> {
  const old = flatten(before);
  const current = flatten(after);
  const settings = [...new Set([...old.keys(), ...current.keys()])].sort();
  const changes = settings.map((setting) => {
    return [setting, [old.get(setting) ?? null, current.get(setting) ?? null]] as const;
  });
  return Object.fromEntries(changes.filter(([, [a, b]]) => !isDeepStrictEqual(a, b)));
}

function flatten(overrides: SiteOverrides): Map<string, unknown> {
  const entries = Object.entries(overrides).flatMap(([name, value]): [string, unknown][] =>
    isGroup(name)
      ? Object.entries(value as Values).map(([field, fieldValue]) => [
          `${name}.${field}`,
          fieldValue,
        ])
      : [[name, value]],
  );
  return new Map(entries);
}

function withoutNullish(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** A setting that can have a picture. */
export type PictureSetting = {
  /** The file's field in `PUT /site`: `logo`, `heroImage`, or one with an index, such as
   * `testimonial:0` or `team:0`. */
  field: string;
  /** The setting's path, such as `about.team.0.image`, for errors. */
  setting: string;
  path: string | null;
};

/** Returns all settings that can have a picture, with their current or default pictures. */
export function listPictureSettings(overrides: SiteOverrides): PictureSetting[] {
  const defaults = defaultSite(overrides.name);
  const testimonials = overrides.testimonials ?? defaults.testimonials;
  const team = overrides.about?.team ?? defaults.about.team;
  return [
    { field: 'logo', setting: 'logo', path: overrides.logo ?? null },
    { field: 'heroImage', setting: 'hero.image', path: overrides.hero?.image ?? null },
    ...testimonials.map(({ avatar }, index) => ({
      field: `testimonial:${index}`,
      setting: `testimonials.${index}.avatar`,
      path: avatar,
    })),
    ...team.map(({ image }, index) => ({
      field: `team:${index}`,
      setting: `about.team.${index}.image`,
      path: image,
    })),
  ];
}

/**
 * Returns the settings with new pictures.
 *
 * @param paths by field
 * @throws AppError VALIDATION_FAILED for an unknown field, such as `team:9` with two team members
 */
export function setPictures(
  overrides: SiteOverrides,
  paths: ReadonlyMap<string, string>,
): SiteOverrides {
  const fields = new Set(listPictureSettings(overrides).map(({ field }) => field));
  const unknownFields = [...paths.keys()].filter((field) => !fields.has(field));
  if (unknownFields.length > 0) {
    throw validationFailed(
      unknownFields.map((path) => ({
        path,
        message: 'This picture does not belong to any setting.',
      })),
    );
  }
  const defaults = defaultSite(overrides.name);
  const hasField = (prefix: string) => [...paths.keys()].some((field) => field.startsWith(prefix));
  const logo = paths.get('logo');
  const image = paths.get('heroImage');
  return {
    ...overrides,
    ...(logo === undefined ? {} : { logo }),
    ...(image === undefined ? {} : { hero: { ...overrides.hero, image } }),
    ...(hasField('testimonial:')
      ? {
          testimonials: (overrides.testimonials ?? defaults.testimonials).map(
            ({ quote, name, role, avatar }, index) => ({
              quote,
              name,
              role,
              avatar: paths.get(`testimonial:${index}`) ?? avatar,
            }),
          ),
        }
      : {}),
    ...(hasField('team:')
      ? {
          about: {
            ...overrides.about,
            team: (overrides.about?.team ?? defaults.about.team).map(
              ({ name, role, image }, index) => ({
                name,
                role,
                image: paths.get(`team:${index}`) ?? image,
              }),
            ),
          },
        }
      : {}),
  };
}
