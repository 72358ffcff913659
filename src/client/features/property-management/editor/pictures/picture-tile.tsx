import { useSortable } from '@dnd-kit/sortable';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Star from 'lucide-react/icons/star';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { Badge } from '../../../../ui/blocks/badge.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { Checkbox } from '../../../../ui/fields/checkbox.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { Textarea } from '../../../../ui/fields/textarea.tsx';
import { imageSources } from '../../../../ui/pictures/image-sources.ts';
import { textProblem, type FormPicture } from './picture-list.ts';

export interface PictureTileProps {
  picture: FormPicture;
  /** The name used on buttons: 'Picture 3', or the file's name. */
  name: string;
  /** From 0. */
  index: number;
  count: number;
  /** Whether it is the cover: the first photo not marked for deletion. */
  isCover: boolean;
  /** The uploaded fraction; undefined for an existing picture or when nothing is being sent. */
  uploadedFraction: number | undefined;
  isBusy: boolean;
  /** The server's error about the picture. */
  error: string | undefined;
  onMove: (to: number) => void;
  /** Removes a chosen file, or marks an existing picture for deletion. */
  onDelete: () => void;
  onUndoDelete: () => void;
  /** Whether there is a neighbor of the same kind on that side. */
  canMoveLeft: boolean;
  canMoveRight: boolean;
  onFloorPlan: (isFloorPlan: boolean) => void;
  onText: (text: string) => void;
}

const iconClass = 'size-4.5';
const actionClass = 'size-9! touch-target text-ink-soft hover:text-ink';

/** One picture in the form: position, preview, and controls. */
export function PictureTile(props: PictureTileProps) {
  const { picture, name, count, isCover, isBusy, error, onFloorPlan, onText } = props;
  const isMarkedForDeletion = picture.kind === 'existing' && picture.isMarkedForDeletion;
  const isLocked = isBusy || isMarkedForDeletion || count === 1;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, ...drag } =
    useSortable({ id: picture.id, disabled: { draggable: isLocked, droppable: isBusy } });
  return (
    <li
      ref={setNodeRef}
      data-picture={picture.id}
      style={{
        transform: transform
          ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`
          : undefined,
        transition: drag.transition,
      }}
      className={cx(
        'flex flex-col rounded-sm border bg-surface',
        error === undefined ? 'border-line' : 'border-danger',
        drag.isDragging && 'relative z-10 border-brand shadow-lg',
      )}
    >
      <div className="relative">
        <TilePicture
          picture={picture}
          name={name}
          isMarkedForDeletion={isMarkedForDeletion}
          uploadedFraction={props.uploadedFraction}
        />
        {!isLocked && (
          <button
            ref={setActivatorNodeRef}
            type="button"
            {...attributes}
            {...listeners}
            data-handle
            aria-label={`Drag ${nameInSentence(name)}`}
            className="absolute inset-0 size-full cursor-grab touch-manipulation rounded-t-sm select-none [-webkit-touch-callout:none] active:cursor-grabbing"
          />
        )}
        {(isCover || picture.isFloorPlan) && (
          <Badge tone="brand" className="pointer-events-none absolute top-2 left-2">
            {isCover ? 'Cover' : 'Floor plan'}
          </Badge>
        )}
        {!isMarkedForDeletion && (
          <IconButton
            label={`${picture.kind === 'new' ? 'Remove' : 'Delete'} ${nameInSentence(name)}`}
            icon={<Trash2 aria-hidden="true" className={iconClass} />}
            disabled={isBusy}
            className={cx(
              actionClass,
              'absolute top-1.5 right-1.5 bg-surface/90 hover:bg-surface!',
            )}
            onClick={props.onDelete}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-1 py-1 pr-1">
        <p
          title={name}
          className={cx(
            'min-w-0 grow px-2.5 text-sm',
            isMarkedForDeletion
              ? 'basis-16 font-semibold text-ink'
              : 'basis-24 truncate leading-9 text-ink-soft',
          )}
        >
          {isMarkedForDeletion ? 'Will be deleted when you save' : name}
        </p>
        {isMarkedForDeletion ? (
          <Button
            variant="quiet"
            size="sm"
            disabled={isBusy}
            aria-label={`Undo: keep ${nameInSentence(name)}`}
            onClick={props.onUndoDelete}
          >
            Undo
          </Button>
        ) : (
          <MoveButtons {...props} />
        )}
      </div>
      {!isMarkedForDeletion && (
        <>
          <Field
            label={
              <>
                Alt text <span className="sr-only">for {nameInSentence(name)}</span>
              </>
            }
            error={textProblem(picture.text) ?? error}
            className="px-2.5 pb-2.5"
          >
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={picture.text}
                disabled={isBusy}
                onChange={(event) => onText(event.target.value)}
                // Screen readers do not announce line breaks in alt text.
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                className="px-2.5!"
              />
            )}
          </Field>
          <Checkbox
            label={
              <>
                Floor plan<span className="sr-only">: {nameInSentence(name)}</span>
              </>
            }
            checked={picture.isFloorPlan}
            disabled={isBusy}
            onChange={(event) => onFloorPlan(event.target.checked)}
            className="px-2.5 pb-2.5 text-sm"
          />
        </>
      )}
    </li>
  );
}

/** Returns a picture's name for use within a sentence: 'picture 3', or the file's name. */
const nameInSentence = (name: string) => name.replace(/^Picture (?=\d+$)/, 'picture ');

function MoveButtons(props: PictureTileProps) {
  const { picture, name, index, count, isCover, isBusy, onMove } = props;
  if (count === 1) return null;
  const sentenceName = nameInSentence(name);
  const action = (label: string, icon: ReactNode, to: number, isDisabled = false) => (
    <IconButton
      label={`${label}: ${sentenceName}`}
      icon={icon}
      disabled={isBusy || isDisabled}
      className={actionClass}
      onClick={() => onMove(to)}
    />
  );
  return (
    <div className="ml-auto flex gap-1">
      {!isCover &&
        !picture.isFloorPlan &&
        action('Make cover', <Star aria-hidden="true" className={iconClass} />, 0, isBusy)}
      {action(
        'Move left',
        <ArrowLeft aria-hidden="true" className={iconClass} />,
        index - 1,
        !props.canMoveLeft,
      )}
      {action(
        'Move right',
        <ArrowRight aria-hidden="true" className={iconClass} />,
        index + 1,
        !props.canMoveRight,
      )}
    </div>
  );
}

interface TilePictureProps {
  picture: FormPicture;
  name: string;
  isMarkedForDeletion: boolean;
  uploadedFraction: number | undefined;
}

function TilePicture({ picture, name, isMarkedForDeletion, uploadedFraction }: TilePictureProps) {
  const { src, srcSet } =
    picture.kind === 'new'
      ? { src: picture.id, srcSet: undefined }
      : imageSources(picture.id, picture.picture.width);
  const placeholder =
    picture.kind === 'new' || isMarkedForDeletion ? undefined : picture.picture.placeholder;
  return (
    <div
      className="relative aspect-[4/3] overflow-hidden rounded-t-sm bg-sunken bg-cover bg-center"
      style={placeholder === undefined ? {} : { backgroundImage: `url("${placeholder}")` }}
    >
      <img
        src={src}
        srcSet={srcSet}
        sizes="(min-width: 1280px) 280px, 45vw"
        alt={picture.kind === 'new' ? `New picture ${name}` : `${name} of the listing`}
        decoding="async"
        draggable={false}
        className={cx(
          'absolute inset-0 size-full object-cover transition-[opacity,filter]',
          isMarkedForDeletion && 'opacity-30 [filter:grayscale(1)]',
        )}
      />
      {uploadedFraction !== undefined && (
        <div aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1.5 bg-veil">
          <div
            className="h-full origin-left bg-on-veil transition-transform"
            style={{ transform: `scaleX(${uploadedFraction})` }}
          />
        </div>
      )}
    </div>
  );
}
