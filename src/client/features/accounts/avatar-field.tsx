import { useEffect, useId, useRef, useState } from 'react';
import {
  ACCEPT_ATTRIBUTE,
  choosePicture,
  validatePicture,
  type ChosenPicture,
} from '../../forms/accepted-pictures.ts';
import { atWidth } from '../../ui/pictures/image-sources.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { buttonClass } from '../../ui/actions/button-class.ts';

export interface AvatarFieldProps {
  name: string;
  /** The stored picture; null shows initials. */
  current: string | null;
  /** The chosen picture, which is not saved yet; null if there is none. */
  newPicture: ChosenPicture | null;
  onChoose: (picture: ChosenPicture | null) => void;
  /** The server's error for the picture. */
  error?: string | undefined;
}

/**
 * The user's stored or newly chosen picture, with a button to choose another one
 * (docs/product/accounts.md, Profile).
 */
export function AvatarField({ name, current, newPicture, onChoose, error }: AvatarFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const shownError = problem ?? error;
  useEffect(
    () => () => void (newPicture !== null && URL.revokeObjectURL(newPicture.url)),
    [newPicture],
  );

  function choose(file: File | undefined) {
    const fileProblem = file === undefined ? null : validatePicture(file);
    setProblem(fileProblem);
    if (file !== undefined && fileProblem === null) onChoose(choosePicture(file));
    // Allow choosing the same file again after its removal.
    if (input.current !== null) input.current.value = '';
  }

  return (
    <div className="flex items-center gap-5">
      <Avatar
        key={newPicture?.url ?? current}
        name={name}
        src={newPicture?.url ?? (current === null ? null : atWidth(current, 320))}
        className="size-20 text-lg"
      />
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <label
            className={buttonClass(
              'secondary',
              'sm',
              'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
            )}
          >
            {current === null && newPicture === null ? 'Choose a picture' : 'Change picture'}
            <input
              ref={input}
              type="file"
              name="avatar"
              accept={ACCEPT_ATTRIBUTE}
              aria-describedby={`${id}-hint ${id}-error`}
              className="sr-only"
              onChange={(event) => choose(event.target.files?.[0])}
            />
          </label>
          {newPicture !== null && (
            <Button variant="quiet" size="sm" onClick={() => onChoose(null)}>
              Undo
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="mt-1.5 text-sm [overflow-wrap:anywhere] text-ink-faint">
          {newPicture === null
            ? 'We’ll crop it to a square.'
            : `${newPicture.file.name}, not saved yet`}
        </p>
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {shownError}
        </p>
      </div>
    </div>
  );
}
