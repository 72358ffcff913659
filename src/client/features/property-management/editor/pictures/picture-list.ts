/**
 * The pictures of the listing form in the order in which they shall stand: those that the listing has and those that
 * were chosen, as one list (docs/product/listings.md, Pictures).
 */

import { IMAGE_TEXT_MAX_LENGTH } from '#shared/limits.ts';
import type { Picture } from '#shared/schemas/properties/property.ts';
import type { ChosenPicture } from '../../../../forms/accepted-pictures.ts';
import type { PictureChanges } from '../listing-form-values.ts';

/** One picture of the form. */
export type FormPicture = {
  /** The path of a picture that the listing has, the URL of a chosen file. */
  id: string;
  /** Alt text, as typed; '' for nothing. */
  text: string;
  /** Floor plans come after all photos. */
  isFloorPlan: boolean;
} & (
  | {
      kind: 'existing';
      picture: Picture;
      /** It goes when the form is saved. */ isMarkedForDeletion: boolean;
    }
  | { kind: 'new'; file: File }
);

/** The possible changes of the list. */
export type PictureChange =
  | { type: 'add'; pictures: readonly ChosenPicture[]; texts: Readonly<Record<string, string>> }
  | { type: 'remove'; id: string }
  | { type: 'toggle-deletion'; id: string }
  /** `to` is a place from 0. */
  | { type: 'move'; id: string; to: number }
  | { type: 'text'; id: string; text: string }
  | { type: 'floor-plan'; id: string; isFloorPlan: boolean }
  /** Pictures that the listing no longer has leave the list. */
  | { type: 'keep-paths'; paths: readonly string[] };

/** The listing's pictures when its form opens. */
export function toFormPictures(pictures: readonly Picture[]): FormPicture[] {
  return pictures.map((picture) => ({
    kind: 'existing',
    id: picture.path,
    text: picture.text ?? '',
    isFloorPlan: picture.kind === 'floor_plan',
    picture,
    isMarkedForDeletion: false,
  }));
}

/** The list after a change, photos first. */
export function changePictures(
  list: readonly FormPicture[],
  change: PictureChange,
): readonly FormPicture[] {
  return photosFirst(applyChange(list, change));
}

function photosFirst(list: readonly FormPicture[]): readonly FormPicture[] {
  return list.toSorted((a, b) => Number(a.isFloorPlan) - Number(b.isFloorPlan));
}

function applyChange(list: readonly FormPicture[], change: PictureChange): readonly FormPicture[] {
  switch (change.type) {
    case 'add':
      return [
        ...list,
        ...change.pictures.map(({ file, url }): FormPicture => {
          const text = change.texts[file.name] ?? '';
          return { kind: 'new', id: url, text, isFloorPlan: false, file };
        }),
      ];
    case 'remove':
      return list.filter(({ id }) => id !== change.id);
    case 'toggle-deletion':
      return list.map((entry) =>
        entry.id === change.id && entry.kind === 'existing'
          ? { ...entry, isMarkedForDeletion: !entry.isMarkedForDeletion }
          : entry,
      );
    case 'move':
      return moveEntry(
        list,
        list.findIndex(({ id }) => id === change.id),
        change.to,
      );
    case 'text':
      return list.map((entry) =>
        entry.id === change.id ? { ...entry, text: change.text } : entry,
      );
    case 'floor-plan': {
      // The last of its new kind.
      const { id, isFloorPlan } = change;
      const changed = list.filter((entry) => entry.id === id);
      return list
        .filter((entry) => entry.id !== id)
        .concat(changed.map((entry) => Object.assign({}, entry, { isFloorPlan })));
    }
    default:
      return list.filter(({ kind, id }) => kind === 'new' || change.paths.includes(id));
  }
}

/** The list with one entry at another place; the same list where there is no such entry or place. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

const isLeaving = (entry: FormPicture) => entry.kind === 'existing' && entry.isMarkedForDeletion;

/** The picture that would be the cover; undefined where none stays. */
export function findCover(list: readonly FormPicture[]): string | undefined {
  return list.find((entry) => !isLeaving(entry) && !entry.isFloorPlan)?.id;
}

/** The name of a picture: its position, or the file name of a new one. */
export function nameOfPicture(list: readonly FormPicture[], id: string): string {
  const index = list.findIndex((entry) => entry.id === id);
  const entry = list[index];
  return entry?.kind === 'new' ? entry.file.name : `Picture ${index + 1}`;
}

/** Validates an alternative text; returns the error, or undefined. */
export function textProblem(text: string): string | undefined {
  const { length } = text.trim();
  return length > IMAGE_TEXT_MAX_LENGTH
    ? `At most ${IMAGE_TEXT_MAX_LENGTH} characters; this has ${length}.`
    : undefined;
}

/**
 * The changes that saving would send. Order and texts are sent only if they were edited: an import preserves what
 * was arranged by hand.
 *
 * @param before the listing's pictures when the form opened; undefined for a new listing
 */
export function toPictureChanges(
  list: readonly FormPicture[],
  before: readonly Picture[] | undefined,
): PictureChanges {
  const added = list.flatMap((entry) => (entry.kind === 'new' ? [entry.file] : []));
  const chosen = list.filter(({ kind }) => kind === 'new').map(({ id }) => id);
  const referenceOf = ({ kind, id }: FormPicture) =>
    kind === 'new' ? `new:${chosen.indexOf(id)}` : id;
  const staying = list.filter((entry) => !isLeaving(entry));
  const unarranged = photosFirst([
    ...(before ?? []).flatMap(({ path }) => staying.filter(({ id }) => id === path)),
    ...staying.filter(({ kind }) => kind === 'new'),
  ]);
  const isMoved = staying.some(({ id }, index) => unarranged[index]?.id !== id);
  const texts = staying.flatMap((entry) => {
    const old = entry.kind === 'existing' ? (entry.picture.text ?? '') : '';
    const text = entry.text.trim();
    return text === old ? [] : [[referenceOf(entry), text] as const];
  });
  const kinds = staying.flatMap((entry) => {
    const wasFloorPlan = entry.kind === 'existing' && entry.picture.kind === 'floor_plan';
    if (entry.isFloorPlan === wasFloorPlan) return [];
    return [[referenceOf(entry), entry.isFloorPlan ? 'floor_plan' : 'photo'] as const];
  });
  return {
    added,
    deleted: before && list.filter(isLeaving).map(({ id }) => id),
    order: isMoved ? staying.map(referenceOf) : [],
    texts: Object.fromEntries(texts),
    kinds: Object.fromEntries(kinds),
  };
}

/** Whether saving would change anything. */
export function changesPictures({ added, deleted, order, texts, kinds }: PictureChanges): boolean {
  return (
    added.length > 0 ||
    (deleted ?? []).length > 0 ||
    order.length > 0 ||
    Object.keys(texts).length > 0 ||
    Object.keys(kinds).length > 0
  );
}

/** The server's errors about pictures: by picture where it named one, the rest as one sentence. */
export interface PictureErrors {
  byId: ReadonlyMap<string, string>;
  general: string | undefined;
}

/**
 * Finds the picture of each error.
 *
 * @param message the sentence of the response, which names a file that cannot be used
 * @param fieldErrors sentences by `images`, `imagesToDelete`, `imageOrder`, `imageKinds`, `imageTexts` and `imageTexts.{path or new:N}`
 */
export function placePictureErrors(
  list: readonly FormPicture[],
  { message, fieldErrors }: { message: string; fieldErrors: Readonly<Record<string, string>> },
): PictureErrors {
  const byId = new Map<string, string>();
  const files = list.filter((entry) => entry.kind === 'new');
  const idOf = (reference: string) =>
    reference.startsWith('new:') ? files[Number(reference.slice(4))]?.id : reference;
  let general: string | undefined;
  for (const [field, sentence] of Object.entries(fieldErrors)) {
    if (!/^image(?:s|sToDelete|Order|Texts|Kinds)(?:\.|$)/.test(field)) continue;
    const id = field.startsWith('imageTexts.') ? idOf(field.slice('imageTexts.'.length)) : '';
    if (list.some((entry) => entry.id === id)) byId.set(id ?? '', sentence);
    else general ??= sentence;
  }
  for (const { id, file } of files) {
    if (message.includes(file.name)) byId.set(id, message);
  }
  return { byId, general: byId.size > 0 && general === message ? undefined : general };
}

/** The arrangement of a form that was left, for when it opens again. A browser gives no file back, but its text. */
export interface PictureDraft {
  /** Paths in their order. */
  order: readonly string[];
  /** By path, and by the name of a chosen file. */
  texts: Readonly<Record<string, string>>;
  markedForDeletion: readonly string[];
  /** Paths. */
  floorPlans: readonly string[];
}

/** The part of the list that can be stored as text. */
export function toPictureDraft(list: readonly FormPicture[]): PictureDraft {
  return {
    order: list.flatMap(({ kind, id }) => (kind === 'existing' ? [id] : [])),
    texts: Object.fromEntries(
      list.map((entry) => [entry.kind === 'new' ? entry.file.name : entry.id, entry.text]),
    ),
    markedForDeletion: list.filter(isLeaving).map(({ id }) => id),
    floorPlans: list.filter(({ isFloorPlan }) => isFloorPlan).map(({ id }) => id),
  };
}

/** A listing's pictures as the draft had arranged them; those that it does not know come last. */
export function withPictureDraft(
  list: readonly FormPicture[],
  { order, texts, markedForDeletion, floorPlans }: PictureDraft,
): readonly FormPicture[] {
  const placeOf = ({ id }: FormPicture) => (order.includes(id) ? order.indexOf(id) : order.length);
  const arrange = (entry: FormPicture): FormPicture => {
    const text = texts[entry.id] ?? entry.text;
    return entry.kind === 'new'
      ? { ...entry, text }
      : {
          ...entry,
          text,
          isMarkedForDeletion: markedForDeletion.includes(entry.id),
          isFloorPlan: floorPlans.includes(entry.id),
        };
  };
  return photosFirst(list.toSorted((a, b) => placeOf(a) - placeOf(b)).map(arrange));
}
