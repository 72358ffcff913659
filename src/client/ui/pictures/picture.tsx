import ImageOff from 'lucide-react/icons/image-off';
import { useCallback, useState, type CSSProperties } from 'react';
import { cx } from '../class-names.ts';

export interface PictureProps {
  /** The largest source, used as a fallback. */
  src: string;
  /** The sources in several widths, such as `… 320w`; see image-sources.ts. */
  srcSet?: string | undefined;
  /** The slot's width, depending on the window's width. */
  sizes?: string | undefined;
  /** The alternative text; '' if the adjacent text is equivalent. */
  alt: string;
  /**
   * A tiny blurred picture as a data URI, shown until the picture loads. During hydration, the
   * placeholder in the document is reused.
   */
  placeholder?: string | undefined;
  /**
   * Whether to fetch it immediately and before others, for the first picture of a page. Other
   * pictures load lazily.
   */
  priority?: boolean;
  /** Classes of the box. */
  className?: string;
  /** The aspect ratio as classes; defaults to 4:3. '' if the parent sets the size. */
  shape?: string;
  imageClassName?: string;
  style?: CSSProperties;
}

/**
 * A picture in a box with a fixed shape, which prevents layout shifts. Blurred at first, then
 * sharp, or an icon on failure.
 */
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
  const [hasFailed, setHasFailed] = useState(false);
  // React does not receive error events from before hydration.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete === true && image.naturalWidth === 0 && image.currentSrc !== '')
      setHasFailed(true);
  }, []);
  return (
    <span
      className={cx('picture', shape, className)}
      style={
        placeholder === undefined ? style : { backgroundImage: `url(${placeholder})`, ...style }
      }
      // Card placeholders are in the document but not in the hydration data.
      suppressHydrationWarning
    >
      {hasFailed ? (
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
          onError={() => setHasFailed(true)}
          className={imageClassName}
        />
      )}
    </span>
  );
}
