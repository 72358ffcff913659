import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ImagePlus from 'lucide-react/icons/image-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import type { UploadProgress } from '../../../../api/upload-transport.ts';
import { ACCEPT_ATTRIBUTE } from '../../../../forms/accepted-pictures.ts';
import { imageSources } from '../../../../ui/pictures/image-sources.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { PictureTile } from './picture-tile.tsx';
import { sharesSent } from './upload-progress.ts';
import type { PictureChoice } from './use-picture-choice.ts';

export interface PictureSectionProps {
  choice: PictureChoice;
  /** How far the upload is; null while nothing is being sent. Meanwhile nothing can be changed. */
  progress: UploadProgress | null;
  /** The form is on its way. */
  isBusy: boolean;
  /** What the server says about the pictures. */
  error: string | undefined;
}

const iconClass = 'size-4.5';
const actionClass = 'size-9! touch-target text-ink-soft hover:text-ink';

/** The pictures of the form: those that are there, those to come, and the place to drop more. */
export function PictureSection({ choice, progress, isBusy, error }: PictureSectionProps) {
  const { existing, doomed, added } = choice;
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    // Which files can be used is decided below, so that each one that cannot is named.
    onDrop: (files) => {
      choice.add(files);
      setSaid('');
    },
    disabled: isBusy,
    noClick: true,
    noKeyboard: true,
  });
  const shares =
    progress &&
    sharesSent(
      progress,
      added.map(({ file }) => file.size),
    );
  const cover = existing.find(({ path }) => !doomed.has(path))?.path ?? added[0]?.url;

  function move(index: number, by: -1 | 1) {
    choice.move(index, by);
    setSaid(`${added[index]?.file.name} is now number ${index + by + 1} of ${added.length}.`);
    // At an end of the list the button that was pressed cannot be pressed again; its neighbour takes the focus.
    const isAtEnd = index + by === 0 || index + by === added.length - 1;
    if (isAtEnd) {
      const url = added[index]?.url ?? '';
      requestAnimationFrame(() =>
        list.current
          ?.querySelector<HTMLButtonElement>(`[data-move="${-by}"][data-url="${CSS.escape(url)}"]`)
          ?.focus(),
      );
    }
  }

  function remove(url: string, name: string) {
    choice.remove(url);
    setSaid(`${name} is removed.`);
  }

  return (
    <div {...getRootProps({ role: 'presentation', className: 'grid gap-4' })}>
      {existing.length + added.length > 0 && (
        <ul ref={list} className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
          {existing.map((picture, index) => {
            const isMarkedForDeletion = doomed.has(picture.path);
            const number = index + 1;
            return (
              <li key={picture.path}>
                <PictureTile
                  {...imageSources(picture.path, picture.width)}
                  placeholder={isMarkedForDeletion ? undefined : picture.placeholder}
                  alt={`Picture ${number} of the listing`}
                  isMarkedForDeletion={isMarkedForDeletion}
                  isCover={picture.path === cover}
                  caption={isMarkedForDeletion ? 'Goes when you save' : `Picture ${number}`}
                >
                  {isMarkedForDeletion ? (
                    <Button
                      variant="quiet"
                      size="sm"
                      disabled={isBusy}
                      aria-label={`Undo: keep picture ${number}`}
                      onClick={() => choice.toggleMarkedForDeletion(picture.path)}
                    >
                      Undo
                    </Button>
                  ) : (
                    <IconButton
                      label={`Delete picture ${number}`}
                      icon={<Trash2 aria-hidden="true" className={iconClass} />}
                      disabled={isBusy}
                      className={actionClass}
                      onClick={() => choice.toggleMarkedForDeletion(picture.path)}
                    />
                  )}
                </PictureTile>
              </li>
            );
          })}
          {added.map(({ file, url }, index) => (
            <li key={url}>
              <PictureTile
                src={url}
                alt={`New picture ${file.name}`}
                isCover={url === cover}
                caption={file.name}
                sent={shares?.[index]}
              >
                {added.length > 1 && (
                  <>
                    <IconButton
                      label={`Move left: ${file.name}`}
                      data-move={-1}
                      data-url={url}
                      icon={<ArrowLeft aria-hidden="true" className={iconClass} />}
                      disabled={isBusy || index === 0}
                      className={actionClass}
                      onClick={() => move(index, -1)}
                    />
                    <IconButton
                      label={`Move right: ${file.name}`}
                      data-move={1}
                      data-url={url}
                      icon={<ArrowRight aria-hidden="true" className={iconClass} />}
                      disabled={isBusy || index === added.length - 1}
                      className={actionClass}
                      onClick={() => move(index, 1)}
                    />
                  </>
                )}
                <IconButton
                  label={`Remove ${file.name}`}
                  icon={<Trash2 aria-hidden="true" className={iconClass} />}
                  disabled={isBusy}
                  className={actionClass}
                  onClick={() => remove(url, file.name)}
                />
              </PictureTile>
            </li>
          ))}
        </ul>
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
      {error !== undefined && <p className="text-sm text-danger">{error}</p>}
      <output className={choice.remarks.length === 0 ? 'sr-only' : 'block text-sm text-ink-soft'}>
        {choice.remarks.map((remark) => (
          <span key={remark} className="block [overflow-wrap:anywhere]">
            {remark}
          </span>
        ))}
        <span className="sr-only">{said}</span>
      </output>
    </div>
  );
}
