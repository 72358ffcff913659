import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import { MAX_IMAGES_PER_PROPERTY } from '#shared/limits.ts';
import type { Picture } from '#shared/schemas/properties/property.ts';
import { choosePicture } from '../../../../forms/accepted-pictures.ts';
import type { PictureChanges } from '../listing-form-values.ts';
import { selectPictures } from './new-pictures.ts';
import {
  changePictures,
  changesPictures,
  textProblem,
  toFormPictures,
  toPictureChanges,
  withPictureDraft,
  type FormPicture,
  type PictureDraft,
} from './picture-list.ts';

/** A form's pictures, existing and new. */
export interface PictureChoice {
  /** In display order; the first photo not marked for deletion is the cover. */
  list: readonly FormPicture[];
  /** The changes that saving would send. */
  changes: PictureChanges;
  /** Whether saving would change any picture. */
  isChanged: boolean;
  /** The number of texts that are too long to save. */
  invalidCount: number;
  /** A message about each file omitted from the last selection. */
  warnings: readonly string[];
  add: (files: readonly File[]) => void;
  /** Removes a chosen file. */
  remove: (id: string) => void;
  /** Marks an existing picture for deletion, or removes the mark. */
  toggleMarkedForDeletion: (id: string) => void;
  /** @param to a position from 0 */
  move: (id: string, to: number) => void;
  setText: (id: string, text: string) => void;
  setFloorPlan: (id: string, isFloorPlan: boolean) => void;
  /** Removes existing pictures except the given ones, and warns that they were deleted elsewhere. */
  keepPaths: (paths: readonly string[]) => void;
}

const NO_TEXTS: Readonly<Record<string, string>> = {};

/**
 * Manages the pictures of a form.
 *
 * @param before the listing's pictures when the form opens; undefined for a new listing
 * @param draft the restored arrangement; null if there is none
 */
export function usePictureChoice(
  before: readonly Picture[] | undefined,
  draft: PictureDraft | null,
): PictureChoice {
  const [list, dispatch] = useReducer(changePictures, null, () => {
    const pictures = toFormPictures(before ?? []);
    return draft === null ? pictures : withPictureDraft(pictures, draft);
  });
  const [warnings, setWarnings] = useState<readonly string[]>([]);

  // Object URLs stay valid until they are revoked, which happens when the form unmounts.
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const createdUrls = urls.current;
    return () => createdUrls.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  return useMemo(() => {
    const changes = toPictureChanges(list, before);
    return {
      list,
      changes,
      isChanged: changesPictures(changes),
      invalidCount: list.filter(({ text }) => textProblem(text) !== undefined).length,
      warnings,
      add(files) {
        const names = changes.added.map(({ name }) => name);
        const remaining = MAX_IMAGES_PER_PROPERTY - list.length + (changes.deleted ?? []).length;
        const selection = selectPictures(files, names, Math.max(0, remaining));
        const pictures = selection.accepted.map(choosePicture);
        pictures.forEach(({ url }) => urls.current.add(url));
        dispatch({ type: 'add', pictures, texts: draft?.texts ?? NO_TEXTS });
        setWarnings(selection.warnings);
      },
      remove(id) {
        dispatch({ type: 'remove', id });
        setWarnings([]);
      },
      toggleMarkedForDeletion: (id) => dispatch({ type: 'toggle-deletion', id }),
      move: (id, to) => dispatch({ type: 'move', id, to }),
      setText: (id, text) => dispatch({ type: 'text', id, text }),
      setFloorPlan: (id, isFloorPlan) => dispatch({ type: 'floor-plan', id, isFloorPlan }),
      keepPaths(paths) {
        const deletedCount = list.filter(
          ({ kind, id }) => kind === 'existing' && !paths.includes(id),
        ).length;
        if (deletedCount === 0) return;
        dispatch({ type: 'keep-paths', paths });
        setWarnings([
          `${countOf(deletedCount, 'picture')} ${deletedCount === 1 ? 'was' : 'were'} deleted elsewhere. You can save again.`,
        ]);
      },
    };
  }, [list, before, draft, warnings]);
}
