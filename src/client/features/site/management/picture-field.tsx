import { useId, useRef, useState } from 'react';
import {
  ACCEPT_ATTRIBUTE,
  choosePicture,
  validatePicture,
} from '../../../forms/accepted-pictures.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { buttonClass } from '../../../ui/actions/button-class.ts';
import { cx } from '../../../ui/class-names.ts';
import { useSiteForm } from './site-form.ts';

export interface PictureFieldProps {
  label: string;
  /** The name of the file in the form. */
  field: string;
  /** The setting's path in the server's errors. */
  setting: string;
  /** The stored picture; null for none. */
  current: string | null;
  /** Removes the stored picture. */
  onRemove: () => void;
  /** Describes the required shape, size, or format. */
  hint: string;
  /** Classes for the size and shape of the preview's frame. */
  frame: string;
}

/** A picture setting: the stored picture or the newly chosen one. */
export function PictureField({
  label,
  field,
  setting,
  current,
  onRemove,
  hint,
  frame,
}: PictureFieldProps) {
  const { pictures, setPicture, errors } = useSiteForm();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const newPicture = pictures[field];
  const shownUrl = newPicture?.url ?? current;
  const shownError = problem ?? errors[field] ?? errors[setting];

  function choose(file: File | undefined) {
    const fileProblem = file === undefined ? null : validatePicture(file);
    setProblem(fileProblem);
    if (file !== undefined && fileProblem === null) setPicture(field, choosePicture(file));
    // Allow choosing the same file again after its removal.
    if (input.current !== null) input.current.value = '';
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <span
        className={cx(
          'inline-flex shrink-0 items-center justify-center overflow-hidden border border-line bg-sunken text-sm text-ink-faint',
          frame,
        )}
      >
        {shownUrl === null ? (
          'None'
        ) : (
          <img src={shownUrl} alt="" className="size-full object-contain" />
        )}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm font-semibold">{label}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <label
            className={buttonClass(
              'secondary',
              'sm',
              'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
            )}
          >
            {shownUrl === null ? 'Choose a picture' : 'Change picture'}
            <input
              ref={input}
              type="file"
              aria-label={label}
              accept={ACCEPT_ATTRIBUTE}
              aria-describedby={`${id}-hint ${id}-error`}
              className="sr-only"
              onChange={(event) => choose(event.target.files?.[0])}
            />
          </label>
          {shownUrl !== null && (
            <Button
              variant="quiet"
              size="sm"
              aria-label={`${newPicture === undefined ? 'Remove' : 'Undo'}: ${label}`}
              onClick={() => (newPicture === undefined ? onRemove() : setPicture(field, null))}
            >
              {newPicture === undefined ? 'Remove' : 'Undo'}
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="mt-1 text-sm [overflow-wrap:anywhere] text-ink-faint">
          {newPicture === undefined ? hint : `${newPicture.file.name}, not saved yet`}
        </p>
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {shownError}
        </p>
      </div>
    </div>
  );
}
