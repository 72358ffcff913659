import ImageOff from 'lucide-react/icons/image-off';
import Lightbox, { type SlideImage } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import './lightbox.css';
import { IMAGE_WIDTHS } from '#shared/limits.ts';
import type { Picture } from '#shared/schemas/properties/property.ts';
import { atWidth } from '../../../../ui/pictures/image-sources.ts';

export interface GalleryLightboxProps {
  title: string;
  pictures: readonly Picture[];
  /** The alternative text of each picture. */
  texts: readonly string[];
  /** The picture to show first; null while the lightbox is closed. */
  index: number | null;
  onClose: () => void;
  /** Called after it has closed, when focus can return. */
  onClosed: () => void;
  /** Called with the index of each picture shown. */
  onView: (index: number) => void;
}

/**
 * The full-screen gallery (docs/product/pages.md, Property page), with keyboard shortcuts, swipes,
 * and preloaded neighbors. Loaded when a click on a tile is likely.
 */
export function GalleryLightbox({
  title,
  pictures,
  texts,
  index,
  onClose,
  onClosed,
  onView,
}: GalleryLightboxProps) {
  return (
    <Lightbox
      open={index !== null}
      index={index ?? 0}
      close={onClose}
      slides={pictures.map((picture, position) => toSlide(picture, texts[position] ?? ''))}
      plugins={[Counter]}
      carousel={{ preload: 1, finite: pictures.length === 1, padding: '4%' }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      counter={{ container: { style: { top: 0, bottom: 'unset' } } }}
      labels={{ Lightbox: `Pictures of ${title}` }}
      on={{ exited: onClosed, view: ({ index: shown }) => onView(shown) }}
      render={{
        iconError: () => <ImageOff aria-label="Picture not available" className="size-12" />,
        ...(pictures.length === 1 ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
    />
  );
}

function toSlide({ path, width, height }: Picture, alt: string): SlideImage {
  const smaller = IMAGE_WIDTHS.filter((smallerWidth) => smallerWidth < width).map(
    (smallerWidth) => ({
      src: atWidth(path, smallerWidth),
      width: smallerWidth,
      height: Math.round((smallerWidth * height) / width),
    }),
  );
  return { src: path, alt, width, height, srcSet: [...smaller, { src: path, width, height }] };
}
