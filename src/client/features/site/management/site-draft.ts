import type { Site, SiteOverrides } from '#shared/schemas/site.ts';
import { defaultSite } from '#shared/site/site-defaults.ts';
import type { ChosenPicture } from '../../../forms/accepted-pictures.ts';
import { isSame, pickChanged } from '../../../forms/pick-changed.ts';

/** The settings without the sizes and placeholders of pictures. */
export type SiteDraft = Omit<Site, 'pictures'>;
/** New pictures by form field: `logo`, `heroImage`, `testimonial:N`, or `team:N`, with N from 0. */
export type DraftPictures = Readonly<Record<string, ChosenPicture>>;

export function toDraft({ pictures: _pictures, ...site }: Site): SiteDraft {
  return site;
}

const GROUPS = ['contact', 'hero', 'about'] as const;
type Values = Record<string, unknown>;

/** Returns the field `site` of `PUT /site`: only changes, with null for restored defaults. */
export function changesOf(saved: SiteDraft, draft: SiteDraft): Record<string, unknown> {
  const defaults = defaultSite(draft.name);
  const changes: Values = {};
  for (const name of Object.keys(draft) as (keyof SiteDraft)[]) {
    if (isSame(draft[name], saved[name])) continue;
    const group = GROUPS.find((candidate) => candidate === name);
    changes[name] =
      group === undefined
        ? nullIfDefault(draft[name], defaultSite()[name])
        : fieldsOf(saved[group], draft[group], defaults[group]);
  }
  return changes;
}

function fieldsOf(saved: Values, draft: Values, defaults: Values): Values {
  const names = Object.keys(draft).filter((name) => !isSame(draft[name], saved[name]));
  return Object.fromEntries(
    names.map((name) => [name, nullIfDefault(draft[name], defaults[name])]),
  );
}

const nullIfDefault = (value: unknown, defaultValue: unknown) =>
  isSame(value, defaultValue) ? null : value;

/** Returns the draft without testimonials that are still the defaults, which pages label as samples. */
export function overridesOf(draft: SiteDraft): SiteOverrides {
  const { testimonials, ...others } = draft;
  return isSame(testimonials, defaultSite().testimonials) ? others : draft;
}

/** Returns whether there are unsaved changes. */
export function hasChanges(saved: SiteDraft, draft: SiteDraft, pictures: DraftPictures): boolean {
  return !isSame(saved, draft) || Object.keys(pictures).length > 0;
}

/** The contents of the form. */
export interface SiteFormState {
  draft: SiteDraft;
  pictures: DraftPictures;
}

/**
 * Returns the form after a save: the saved settings, except for what was changed since they were
 * sent.
 */
export function mergeSaved(
  saved: SiteDraft,
  sent: SiteFormState,
  current: SiteFormState,
): SiteFormState {
  const changes: Values = pickChanged(current.draft, sent.draft);
  for (const name of GROUPS) {
    const changed = pickChanged(current.draft[name] as Values, sent.draft[name] as Values);
    if (Object.keys(changed).length > 0) changes[name] = { ...saved[name], ...changed };
  }
  const isKept = (field: string) =>
    (field.startsWith('testimonial:') && 'testimonials' in changes) ||
    (field.startsWith('team:') && !isSame(current.draft.about.team, sent.draft.about.team));
  const pictures = Object.entries(current.pictures).filter(
    ([field, picture]) => picture !== sent.pictures[field] || isKept(field),
  );
  return { draft: { ...saved, ...changes }, pictures: Object.fromEntries(pictures) };
}

/** Returns the form data for `PUT /site`. */
export function toForm(saved: SiteDraft, draft: SiteDraft, pictures: DraftPictures): FormData {
  const form = new FormData();
  form.set('site', JSON.stringify(withPictureLists(changesOf(saved, draft), draft, pictures)));
  for (const [field, { file }] of Object.entries(pictures)) form.set(field, file);
  return form;
}

/**
 * Adds the complete lists that contain new pictures. The server identifies a picture's entry by its
 * position, which another admin may have changed in the meantime.
 */
function withPictureLists(changes: Values, draft: SiteDraft, pictures: DraftPictures): Values {
  const hasPicture = (kind: string) =>
    Object.keys(pictures).some((field) => field.startsWith(`${kind}:`));
  const { team } = draft.about;
  return {
    ...(hasPicture('testimonial') ? { testimonials: draft.testimonials } : {}),
    ...changes,
    ...(hasPicture('team') ? { about: { team, ...(changes['about'] as Values | undefined) } } : {}),
  };
}

/** Returns whether an entry of a list has a new picture. */
export const hasPictures = (pictures: DraftPictures, kind: 'testimonial' | 'team'): boolean =>
  Object.keys(pictures).some((field) => field.startsWith(`${kind}:`));

/**
 * Moves a list's new pictures with its entries, and drops those of removed entries.
 *
 * @param order the old position of each entry
 */
export function movePictures(
  pictures: DraftPictures,
  kind: 'testimonial' | 'team',
  order: readonly number[],
): DraftPictures {
  const others = Object.entries(pictures).filter(([field]) => !field.startsWith(`${kind}:`));
  const moved = order.flatMap((old, index) => {
    const picture = pictures[`${kind}:${old}`];
    return picture === undefined ? [] : [[`${kind}:${index}`, picture] as const];
  });
  return Object.fromEntries([...others, ...moved]);
}
