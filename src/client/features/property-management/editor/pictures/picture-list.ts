/**
 * The pictures of the listing form in display order, with existing and new ones in one list
 * (docs/product/listings.md, Pictures).
 */

import { MAX_IMAGE_TEXT_LENGTH } from '#shared/limits.ts';
import type { Picture } from '#shared/schemas/properties/property.ts';
import type { ChosenPicture } from '../../../../forms/accepted-pictures.ts';
import type { PictureChanges } from '../listing-form-values.ts';

/** One picture in the form. */
export type FormPicture = {
  /** The path of an existing picture, or the URL of a chosen file. */
  id: string;
  /** The alternative text as typed; '' for none. */
  text: string;
  /** Floor plans come after all photos. */
  isFloorPlan: boolean;
} & (
  | {
      kind: 'existing';
      picture: Picture;
      /** Whether it is deleted on save. */
      isMarkedForDeletion: boolean;
    }
  | { kind: 'new'; file: File }
);

/** The possible changes to the list. */
export type PictureChange =
  | { type: 'add'; pictures: readonly ChosenPicture[]; texts: Readonly<Record<string, string>> }
  | { type: 'remove'; id: string }
  | { type: 'toggle-deletion'; id: string }
  /** `to` is a position from 0. */
  | { type: 'move'; id: string; to: number }
  | { type: 'text'; id: string; text: string }
  | { type: 'floor-plan'; id: string; isFloorPlan: boolean }
  /** Removes pictures that the listing no longer has. */
  | { type: 'keep-paths'; paths: readonly string[] };

/** Converts the listing's pictures when its form opens. */
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

/** Applies a change. Photos always come before floor plans. */
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
      // Move it to the end of the pictures of its new kind.
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

/** Moves an entry; returns the same list if the entry or position does not exist. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

const isMarked = (entry: FormPicture) => entry.kind === 'existing' && entry.isMarkedForDeletion;

/** Returns the cover's ID; undefined if no photo remains. */
export function findCover(list: readonly FormPicture[]): string | undefined {
  return list.find((entry) => !isMarked(entry) && !entry.isFloorPlan)?.id;
}

/** Returns the name of a picture: its position, or the file name of a new one. */
export function nameOfPicture(list: readonly FormPicture[], id: string): string {
  const index = list.findIndex((entry) => entry.id === id);
  const entry = list[index];
  return entry?.kind === 'new' ? entry.file.name : `Picture ${index + 1}`;
}

/** Validates an alternative text; returns the error, or undefined. */
export function textProblem(text: string): string | undefined {
  const { length } = text.trim();
  return length > MAX_IMAGE_TEXT_LENGTH
    ? `At most ${MAX_IMAGE_TEXT_LENGTH} characters; this has ${length}.`
    : undefined;
}

/**
 * Returns the changes to send. Order, texts, and kinds are sent only if the user edited them because
 * imports preserve manual changes.
 *
 * @param before the listing's pictures when the form opened; undefined for a new listing
 */
export function toPictureChanges(
  list: readonly FormPicture[],
  before: readonly Picture[] | undefined,
): PictureChanges {
  const added = list.flatMap((entry) => (entry.kind === 'new' ? [entry.file] : []));
  const newIds = list.filter(({ kind }) => kind === 'new').map(({ id }) => id);
  const referenceOf = ({ kind, id }: FormPicture) =>
    kind === 'new' ? `new:${newIds.indexOf(id)}` : id;
  const remaining = list.filter((entry) => !isMarked(entry));
  const defaultOrder = photosFirst([
    ...(before ?? []).flatMap(({ path }) => remaining.filter(({ id }) => id === path)),
    ...remaining.filter(({ kind }) => kind === 'new'),
  ]);
  const isMoved = remaining.some(({ id }, index) => defaultOrder[index]?.id !== id);
  const texts = remaining.flatMap((entry) => {
    const previousText = entry.kind === 'existing' ? (entry.picture.text ?? '') : '';
    const text = entry.text.trim();
    return text === previousText ? [] : [[referenceOf(entry), text] as const];
  });
  const kinds = remaining.flatMap((entry) => {
    const wasFloorPlan = entry.kind === 'existing' && entry.picture.kind === 'floor_plan';
    if (entry.isFloorPlan === wasFloorPlan) return [];
    return [[referenceOf(entry), entry.isFloorPlan ? 'floor_plan' : 'photo'] as const];
  });
  return {
    added,
    deleted: before && list.filter(isMarked).map(({ id }) => id),
    order: isMoved ? remaining.map(referenceOf) : [],
    texts: Object.fromEntries(texts),
    kinds: Object.fromEntries(kinds),
  };
}

/** Returns whether there is anything to save. */
export function changesPictures({ added, deleted, order, texts, kinds }: PictureChanges): boolean {
  return (
    added.length > 0 ||
    (deleted ?? []).length > 0 ||
    order.length > 0 ||
    Object.keys(texts).length > 0 ||
    Object.keys(kinds).length > 0
  );
}

/** The server's errors about pictures: by picture if known, or else as one general message. */
export interface PictureErrors {
  byId: ReadonlyMap<string, string>;
  general: string | undefined;
}

/**
 * Finds the picture of each error.
 *
 * @param message the response's message, which may name an unusable file
 * @param fieldErrors messages by `images`, `imagesToDelete`, `imageOrder`, `imageKinds`,
 * `imageTexts` and `imageTexts.{path or new:N}`
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
  for (const [field, errorText] of Object.entries(fieldErrors)) {
    if (!/^image(?:s|sToDelete|Order|Texts|Kinds)(?:\.|$)/.test(field)) continue;
    const id = field.startsWith('imageTexts.') ? idOf(field.slice('imageTexts.'.length)) : '';
    if (list.some((entry) => entry.id === id)) byId.set(id ?? '', errorText);
    else general ??= errorText;
  }
  for (const { id, file } of files) {
    if (message.includes(file.name)) byId.set(id, message);
  }
  return { byId, general: byId.size > 0 && general === message ? undefined : general };
}

/**
 * The arrangement of an abandoned form, to restore when it opens again. Browsers do not restore
 * files, so only their texts are stored.
 */
export interface PictureDraft {
  /** Paths in order; empty if none was moved. */
  order: readonly string[];
  /** Changed texts by path, and the texts of chosen files by name. */
  texts: Readonly<Record<string, string>>;
  markedForDeletion: readonly string[];
  /** Paths of pictures that became floor plans. */
  floorPlans: readonly string[];
  /** Paths of pictures that became photos. */
  photos: readonly string[];
}

/**
 * Returns the user's changes, except chosen files. Everything else is omitted, because other users
 * may change it before the form opens again.
 *
 * @param before the listing's pictures when the form opened
 */
export function toPictureDraft(
  list: readonly FormPicture[],
  before: readonly Picture[] = [],
): PictureDraft {
  const loaded = new Map(toFormPictures(before).map((entry) => [entry.id, entry]));
  const paths = list.flatMap(({ kind, id }) => (kind === 'existing' ? [id] : []));
  const isMoved = [...loaded.keys()].filter((id) => paths.includes(id)).join() !== paths.join();
  const changedKinds = list.filter(
    ({ kind, id, isFloorPlan }) =>
      kind === 'existing' && isFloorPlan !== loaded.get(id)?.isFloorPlan,
  );
  return {
    order: isMoved ? paths : [],
    texts: Object.fromEntries(
      list
        .filter(({ id, text }) => text !== loaded.get(id)?.text)
        .map((entry) => [entry.kind === 'new' ? entry.file.name : entry.id, entry.text]),
    ),
    markedForDeletion: list.filter(isMarked).map(({ id }) => id),
    floorPlans: changedKinds.filter(({ isFloorPlan }) => isFloorPlan).map(({ id }) => id),
    photos: changedKinds.filter(({ isFloorPlan }) => !isFloorPlan).map(({ id }) => id),
  };
}

/**
 * Applies a draft's arrangement to a listing's pictures. Pictures that are not in its order
 * come last; floor plans still come after photos.
 */
export function withPictureDraft(
  list: readonly FormPicture[],
  { order, texts, markedForDeletion, floorPlans, photos }: PictureDraft,
): readonly FormPicture[] {
  const positionOf = ({ id }: FormPicture) =>
    order.includes(id) ? order.indexOf(id) : order.length;
  const arrange = (entry: FormPicture): FormPicture => {
    const text = texts[entry.id] ?? entry.text;
    return entry.kind === 'new'
      ? { ...entry, text }
      : {
          ...entry,
          text,
          isMarkedForDeletion: markedForDeletion.includes(entry.id),
          isFloorPlan:
            floorPlans.includes(entry.id) || (entry.isFloorPlan && !photos.includes(entry.id)),
        };
  };
  return photosFirst(list.toSorted((a, b) => positionOf(a) - positionOf(b)).map(arrange));
}
