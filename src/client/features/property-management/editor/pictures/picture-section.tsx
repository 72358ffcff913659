import ImagePlus from 'lucide-react/icons/image-plus';
import { useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import type { UploadProgress } from '../../../../api/upload-transport.ts';
import { ACCEPT_ATTRIBUTE } from '../../../../forms/accepted-pictures.ts';
import { cx } from '../../../../ui/class-names.ts';
import { PictureGrid } from './picture-grid.tsx';
import type { PictureErrors } from './picture-list.ts';
import { fractionsSent } from './upload-progress.ts';
import type { PictureChoice } from './use-picture-choice.ts';

export interface PictureSectionProps {
  choice: PictureChoice;
  /** The progress of the upload; null when nothing is being sent. */
  progress: UploadProgress | null;
  /** Whether the form is being sent, which disables changes. */
  isBusy: boolean;
  /** The server's errors about the pictures. */
  errors: PictureErrors;
}

/** The form's pictures, existing and new, and a drop zone. */
export function PictureSection({ choice, progress, isBusy, errors }: PictureSectionProps) {
  const { list, warnings } = choice;
  const [announcement, setAnnouncement] = useState('');
  const chooseFiles = useRef<HTMLButtonElement>(null);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    // Accept all files here because `choice.add` reports each unusable one.
    onDrop: (files) => {
      choice.add(files);
      setAnnouncement('');
    },
    disabled: isBusy,
    noClick: true,
    noKeyboard: true,
  });

  return (
    <div {...getRootProps({ role: 'presentation', className: 'grid gap-4' })}>
      {list.length > 0 && (
        <PictureGrid
          choice={choice}
          uploadedFractions={progress && uploadedFractionsById(choice, progress)}
          isBusy={isBusy}
          errors={errors}
          onAnnounce={setAnnouncement}
          onEmpty={() => chooseFiles.current?.focus()}
        />
      )}
      <div
        className={cx(
          'flex flex-col items-center gap-1 rounded-md border border-dashed px-4 py-8 text-center transition-colors',
          isDragActive ? 'border-brand bg-brand-wash' : 'border-line-strong bg-sunken',
        )}
      >
        <input
          {...getInputProps({ accept: ACCEPT_ATTRIBUTE, name: 'images' })}
          aria-label="Pictures"
        />
        <ImagePlus aria-hidden="true" className="mb-1 size-7 text-ink-faint" strokeWidth={1.5} />
        <p>
          {isDragActive ? 'Drop them here' : 'Drop pictures here, or'}{' '}
          {!isDragActive && (
            <button
              ref={chooseFiles}
              type="button"
              onClick={open}
              disabled={isBusy}
              className="touch-target font-semibold text-brand underline decoration-brand/40 underline-offset-4 hover:decoration-brand disabled:opacity-60"
            >
              choose files
            </button>
          )}
        </p>
        <p className="text-sm text-ink-faint">PNG, JPG, GIF up to 5MB each</p>
      </div>
      {errors.general !== undefined && <p className="text-sm text-danger">{errors.general}</p>}
      <output className={warnings.length === 0 ? 'sr-only' : 'block text-sm text-ink-soft'}>
        {warnings.map((warning) => (
          <span key={warning} className="block [overflow-wrap:anywhere]">
            {warning}
          </span>
        ))}
        <span className="sr-only">{announcement}</span>
      </output>
    </div>
  );
}

/** Returns the uploaded fraction of each new picture by ID. */
function uploadedFractionsById({ list, changes }: PictureChoice, progress: UploadProgress) {
  const fractions = fractionsSent(
    progress,
    changes.added.map(({ size }) => size),
  );
  const files = list.filter(({ kind }) => kind === 'new');
  return new Map(files.map(({ id }, index) => [id, fractions[index] ?? 0]));
}
