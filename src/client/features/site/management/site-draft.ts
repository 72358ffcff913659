/** The settings while they are edited: what is sent of them, and what counts as changed. Pure. */

import type { Site, SiteOverrides } from '#shared/schemas/site.ts';
import { defaultSite } from '#shared/site/site-defaults.ts';
import type { ChosenPicture } from '../../../forms/accepted-pictures.ts';

/** The settings without the sizes of pictures. */
export type SiteDraft = Omit<Site, 'pictures'>;
/** New pictures by the field that they are sent in: `logo`, `heroImage`, `testimonial:0`, `team:0`. */
export type DraftPictures = Readonly<Record<string, ChosenPicture>>;

export function toDraft({ pictures: _pictures, ...site }: Site): SiteDraft {
  return site;
}

const GROUPS = ['contact', 'hero', 'about'] as const;
type Values = Record<string, unknown>;
/** Whether two parts of the settings say the same. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

/** What `PUT /site` is sent: changed parts alone, and null for what is the default again. */
export function changesOf(saved: SiteDraft, draft: SiteDraft): Record<string, unknown> {
  const defaults = defaultSite(draft.name);
  const changes: Values = {};
  for (const name of Object.keys(draft) as (keyof SiteDraft)[]) {
    if (isSame(draft[name], saved[name])) continue;
    const group = GROUPS.find((each) => each === name);
    changes[name] =
      group === undefined
        ? orNull(draft[name], defaultSite()[name])
        : fieldsOf(saved[group], draft[group], defaults[group]);
  }
  return changes;
}

function fieldsOf(saved: Values, draft: Values, defaults: Values): Values {
  const names = Object.keys(draft).filter((name) => !isSame(draft[name], saved[name]));
  return Object.fromEntries(names.map((name) => [name, orNull(draft[name], defaults[name])]));
}

const orNull = (value: unknown, usual: unknown) => (isSame(value, usual) ? null : value);

/** The fields that differ from the defaults. */
export function ownOf(draft: SiteDraft): SiteOverrides {
  const { testimonials, ...others } = draft;
  return isSame(testimonials, defaultSite().testimonials) ? others : draft;
}

/** Whether anything would be lost by leaving. */
export function hasChanges(saved: SiteDraft, draft: SiteDraft, pictures: DraftPictures): boolean {
  return !isSame(saved, draft) || Object.keys(pictures).length > 0;
}

/** The form of `PUT /site`. */
export function toForm(saved: SiteDraft, draft: SiteDraft, pictures: DraftPictures): FormData {
  const form = new FormData();
  form.set('site', JSON.stringify(changesOf(saved, draft)));
  for (const [field, { file }] of Object.entries(pictures)) form.set(field, file);
  return form;
}

/** Pictures of a list after an entry was taken out or two changed places; `order` has the old positions. */
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
