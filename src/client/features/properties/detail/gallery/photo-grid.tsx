import { useRef, type RefObject } from 'react';
import type { Picture as PropertyPicture } from '#shared/schemas/properties/property.ts';
import { imageSources } from '../../../../ui/pictures/image-sources.ts';
import { Picture } from '../../../../ui/pictures/picture.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';

export interface PhotoGridProps {
  heading: string;
  description: string;
  pictures: readonly PropertyPicture[];
  /** The alternative text of each picture, which also labels its button. */
  texts: readonly string[];
  isOpen: boolean;
  /** The picture that receives the initial focus: the first, or the last viewed in the lightbox. */
  initialIndex: number;
  /** Returns the element to focus on close; false if the lightbox opens next and takes focus. */
  returnFocusTo: () => HTMLElement | null | false;
  onPick: (index: number) => void;
  onClose: () => void;
  /** Called after it has closed. */
  onClosed: () => void;
}

/**
 * All pictures as a grid (docs/product/pages.md, Property page). Pressing one opens it in the
 * lightbox.
 */
export function PhotoGrid(props: PhotoGridProps) {
  const { heading, description, pictures, texts, isOpen, initialIndex, returnFocusTo } = props;
  const { onPick, onClose, onClosed } = props;
  const initialButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onClosed={onClosed}
      title={heading}
      description={description}
      width="xl"
      initialFocus={initialButton}
      returnFocusTo={returnFocusTo}
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {pictures.map((picture, index) => (
          <li key={picture.path}>
            <PhotoButton
              picture={picture}
              text={texts[index] ?? ''}
              buttonRef={index === initialIndex ? initialButton : undefined}
              onPress={() => onPick(index)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function PhotoButton(props: {
  picture: PropertyPicture;
  text: string;
  buttonRef: RefObject<HTMLButtonElement | null> | undefined;
  onPress: () => void;
}) {
  const { picture, text, buttonRef, onPress } = props;
  return (
    <button
      ref={buttonRef}
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className="block w-full overflow-hidden rounded-sm hover:opacity-92"
    >
      <Picture
        {...imageSources(picture.path, picture.width, 1280)}
        sizes="(min-width: 1024px) 320px, (min-width: 640px) 45vw, 92vw"
        alt={text}
        placeholder={picture.placeholder}
        imageClassName={picture.kind === 'floor_plan' ? 'bg-surface object-contain!' : ''}
      />
    </button>
  );
}
