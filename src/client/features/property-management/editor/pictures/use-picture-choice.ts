import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { IMAGES_PER_PROPERTY_MAX } from '#shared/limits.ts';
import type { Picture } from '#shared/schemas/properties/property.ts';
import { choosePicture, type ChosenPicture } from '../../../../forms/accepted-pictures.ts';
import { moveEntry, selectPictures } from './new-pictures.ts';

/** The pictures of a form: those that the listing has, and those that it shall get. */
export interface PictureChoice {
  existing: readonly Picture[];
  /** Paths among `existing` that go when the form is saved. */
  doomed: ReadonlySet<string>;
  added: readonly ChosenPicture[];
  /** What became of the last choice, a sentence for each file that was left out. */
  remarks: readonly string[];
  /** Whether saving would change anything. */
  isChanged: boolean;
  add: (files: readonly File[]) => void;
  remove: (url: string) => void;
  move: (index: number, by: -1 | 1) => void;
  /** Marks an existing picture for deletion, or takes the mark away. */
  toggleMarkedForDeletion: (path: string) => void;
}

type Change =
  | { type: 'add'; pictures: readonly ChosenPicture[] }
  | { type: 'remove'; url: string }
  | { type: 'move'; index: number; by: -1 | 1 };

function change(added: readonly ChosenPicture[], action: Change): readonly ChosenPicture[] {
  switch (action.type) {
    case 'add':
      return [...added, ...action.pictures];
    case 'remove':
      return added.filter(({ url }) => url !== action.url);
    default:
      return moveEntry(added, action.index, action.by);
  }
}

/** @param existing what the listing has when the form opens; none for a new one */
export function usePictureChoice(existing: readonly Picture[]): PictureChoice {
  const [added, dispatch] = useReducer(change, []);
  const [doomed, setMarkedForDeletion] = useState<ReadonlySet<string>>(new Set());
  const [remarks, setRemarks] = useState<readonly string[]>([]);

  // URLs of files live until they are revoked, which happens when the form goes.
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const made = urls.current;
    return () => made.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  return useMemo(() => {
    const room = IMAGES_PER_PROPERTY_MAX - added.length - (existing.length - doomed.size);
    return {
      existing,
      doomed,
      added,
      remarks,
      isChanged: added.length > 0 || doomed.size > 0,
      add(files) {
        const names = added.map(({ file }) => file.name);
        const selection = selectPictures(files, names, Math.max(0, room));
        const pictures = selection.accepted.map(choosePicture);
        pictures.forEach(({ url }) => urls.current.add(url));
        dispatch({ type: 'add', pictures });
        setRemarks(selection.remarks);
      },
      remove(url) {
        dispatch({ type: 'remove', url });
        setRemarks([]);
      },
      move: (index, by) => dispatch({ type: 'move', index, by }),
      toggleMarkedForDeletion(path) {
        const next = new Set(doomed);
        if (!next.delete(path)) next.add(path);
        setMarkedForDeletion(next);
      },
    };
  }, [existing, doomed, added, remarks]);
}
