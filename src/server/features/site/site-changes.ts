/** How changes of the settings are put together with what is stored. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { SiteChanges, SiteOverrides } from '#shared/schemas/site.ts';
import { defaultSite } from '#shared/site/site-defaults.ts';
import { DEFAULT_NAME } from '#shared/site/site-name.ts';
import { validationFailed } from '../../errors/app-error.ts';

/** The settings that are groups of settings: a change of one of them leaves the others. */
const GROUPS = ['contact', 'hero', 'about'] as const;
type Group = (typeof GROUPS)[number];
const isGroup = (name: string): name is Group => (GROUPS as readonly string[]).includes(name);

type Values = Record<string, unknown>;

/** Stored settings with changes: what is absent stays, null goes. */
export function applyChanges(stored: SiteOverrides, changes: SiteChanges): SiteOverrides {
  const result: Values = { ...stored };
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) continue;
    result[name] =
      isGroup(name) && change !== null
        ? withoutNothing({ ...stored[name], ...(change as Values) })
        : change;
  }
  // Only settings that a schema has checked are put together here.
  return withoutNothing(result);
}

/**
 * Without what is the default anyway, so that it follows the default from then on: a sentence that says the site's name
 * says a new name, too.
 */
export function withoutDefaults(overrides: SiteOverrides): SiteOverrides {
  const defaults = defaultSite(overrides.name) as Values;
  const keepOthers = (values: Values, usual: Values): Values =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, usual[name])),
    );
  const result: Values = keepOthers(overrides, { ...defaults, name: DEFAULT_NAME });
  for (const group of GROUPS) {
    if (result[group] === undefined) continue;
    result[group] = keepOthers(result[group] as Values, defaults[group] as Values);
    if (Object.keys(result[group] as Values).length === 0) delete result[group];
  }
  return result;
}

/** The differences between two states by setting, in a fixed order: before and after, where null is the default. */
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
      ? Object.entries(value as Values).map(([field, each]) => [`${name}.${field}`, each])
      : [[name, value]],
  );
  return new Map(entries);
}

function withoutNothing(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** A place where settings show a picture: what it is called in a form and in an error, and its path or null. */
export type PicturePlace = {
  /** The file's field in `PUT /site`: `logo`, `heroImage`, `testimonial:0`, `team:0`. */
  field: string;
  /** In the settings, with dots. */
  setting: string;
  path: string | null;
};

/** Every place for a picture that settings have, defaults included. */
export function picturePlaces(overrides: SiteOverrides): PicturePlace[] {
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
 * Settings that show new pictures.
 *
 * @param paths by field
 * @throws AppError VALIDATION_FAILED for a field without a place, such as a person who is not on the list
 */
export function placePictures(
  overrides: SiteOverrides,
  paths: ReadonlyMap<string, string>,
): SiteOverrides {
  const places = new Set(picturePlaces(overrides).map(({ field }) => field));
  const lost = [...paths.keys()].filter((field) => !places.has(field));
  if (lost.length > 0) {
    throw validationFailed(
      lost.map((path) => ({ path, message: 'There is nothing that this picture belongs to.' })),
    );
  }
  const defaults = defaultSite(overrides.name);
  const isAbout = (kind: string) => [...paths.keys()].some((field) => field.startsWith(kind));
  const logo = paths.get('logo');
  const image = paths.get('heroImage');
  return {
    ...overrides,
    ...(logo === undefined ? {} : { logo }),
    ...(image === undefined ? {} : { hero: { ...overrides.hero, image } }),
    ...(isAbout('testimonial:')
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
    ...(isAbout('team:')
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
