import ImageOff from 'lucide-react/icons/image-off';
import { useCallback, useState, type CSSProperties } from 'react';
import { cx } from '../class-names.ts';

export interface PictureProps {
  /** The largest source, for browsers that know no other. */
  src: string;
  /** `320w` and so on; see `images/image-sources.ts`. */
  srcSet?: string | undefined;
  /** How wide the slot is at which window width. */
  sizes?: string | undefined;
  /** The alternative text; '' if the text beside it says the same. */
  alt: string;
  /** A tiny blurred picture as a data URI, shown until the picture loads. The one from the document is reused. */
  placeholder?: string | undefined;
  /** The first picture of a page: fetched at once and before the others. The rest wait until they come near. */
  priority?: boolean;
  /** Classes of the box. */
  className?: string;
  /** The box's shape as classes, 4:3 if absent; '' where the surroundings give it its size. */
  shape?: string;
  imageClassName?: string;
  style?: CSSProperties;
}

/** A picture in a box of fixed shape: blurred at first, then sharp, or an icon when it cannot be had. Never moves. */
export function Picture({
  src,
  srcSet,
  sizes,
  alt,
  placeholder,
  priority = false,
  className,
  shape = 'aspect-[4/3]',
  imageClassName,
  style,
}: PictureProps) {
  const [failed, setFailed] = useState(false);
  // An error before hydration fired no event that React received.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete === true && image.naturalWidth === 0 && image.currentSrc !== '')
      setFailed(true);
  }, []);
  return (
    <span
      className={cx('picture', shape, className)}
      style={
        placeholder === undefined ? style : { backgroundImage: `url(${placeholder})`, ...style }
      }
      // The placeholders of cards are in the document, and not in the data for the scripts.
      suppressHydrationWarning
    >
      {failed ? (
        <span className="absolute inset-0 flex items-center justify-center bg-sunken text-ink-faint">
          <ImageOff aria-hidden="true" className="size-8" strokeWidth={1.5} />
          <span className="sr-only">{`${alt} (photo unavailable)`.trim()}</span>
        </span>
      ) : (
        <img
          ref={check}
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding={priority ? 'sync' : undefined}
          onError={() => setFailed(true)}
          className={imageClassName}
        />
      )}
    </span>
  );
}
