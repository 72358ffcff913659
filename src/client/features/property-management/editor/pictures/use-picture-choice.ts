import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import { IMAGES_PER_PROPERTY_MAX } from '#shared/limits.ts';
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

/** The pictures of a form: those that the listing has, and those that it shall get. */
export interface PictureChoice {
  /** In the order in which they shall stand; the first that stays is the cover. */
  list: readonly FormPicture[];
  /** The changes that saving would send. */
  changes: PictureChanges;
  /** Whether saving would change anything. */
  isChanged: boolean;
  /** How many texts are too long to be saved. */
  wrongCount: number;
  /** Messages about the last choice, one for each omitted file. */
  remarks: readonly string[];
  add: (files: readonly File[]) => void;
  /** Takes a chosen file back. */
  remove: (id: string) => void;
  /** Marks an existing picture for deletion, or takes the mark away. */
  toggleMarkedForDeletion: (id: string) => void;
  /** @param to a place from 0 */
  move: (id: string, to: number) => void;
  setText: (id: string, text: string) => void;
  setFloorPlan: (id: string, isFloorPlan: boolean) => void;
  /** Pictures that were deleted elsewhere leave the list, and it is said. */
  keepPaths: (paths: readonly string[]) => void;
}

const NO_TEXTS: Readonly<Record<string, string>> = {};

/**
 * @param before what the listing has when the form opens; undefined for a new one
 * @param draft how the pictures were arranged when the form was left; null where it was not
 */
export function usePictureChoice(
  before: readonly Picture[] | undefined,
  draft: PictureDraft | null,
): PictureChoice {
  const [list, dispatch] = useReducer(changePictures, null, () => {
    const pictures = toFormPictures(before ?? []);
    return draft === null ? pictures : withPictureDraft(pictures, draft);
  });
  const [remarks, setRemarks] = useState<readonly string[]>([]);

  // URLs of files live until they are revoked, which happens when the form goes.
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const made = urls.current;
    return () => made.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  return useMemo(() => {
    const changes = toPictureChanges(list, before);
    return {
      list,
      changes,
      isChanged: changesPictures(changes),
      wrongCount: list.filter(({ text }) => textProblem(text) !== undefined).length,
      remarks,
      add(files) {
        const names = changes.added.map(({ name }) => name);
        const room = IMAGES_PER_PROPERTY_MAX - list.length + (changes.deleted ?? []).length;
        const selection = selectPictures(files, names, Math.max(0, room));
        const pictures = selection.accepted.map(choosePicture);
        pictures.forEach(({ url }) => urls.current.add(url));
        dispatch({ type: 'add', pictures, texts: draft?.texts ?? NO_TEXTS });
        setRemarks(selection.remarks);
      },
      remove(id) {
        dispatch({ type: 'remove', id });
        setRemarks([]);
      },
      toggleMarkedForDeletion: (id) => dispatch({ type: 'toggle-deletion', id }),
      move: (id, to) => dispatch({ type: 'move', id, to }),
      setText: (id, text) => dispatch({ type: 'text', id, text }),
      setFloorPlan: (id, isFloorPlan) => dispatch({ type: 'floor-plan', id, isFloorPlan }),
      keepPaths(paths) {
        const goneCount = list.filter(
          ({ kind, id }) => kind === 'existing' && !paths.includes(id),
        ).length;
        if (goneCount === 0) return;
        dispatch({ type: 'keep-paths', paths });
        setRemarks([
          `${countOf(goneCount, 'picture')} had been deleted elsewhere. You can save again.`,
        ]);
      },
    };
  }, [list, before, draft, remarks]);
}
