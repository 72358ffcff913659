import type { ReactNode } from 'react';
import { Badge } from '../../../../ui/blocks/badge.tsx';
import { cx } from '../../../../ui/class-names.ts';

export interface PictureTileProps {
  /** The picture itself. */
  src: string;
  srcSet?: string | undefined;
  /** Shown until the picture is there. */
  placeholder?: string | undefined;
  /** What it is, for those who do not see it. */
  alt: string;
  /** It goes when the form is saved. */
  isMarkedForDeletion?: boolean;
  /** It is the first one, which stands on the listing's card. */
  isCover: boolean;
  /** A line below it: a file's name, or what will happen. */
  caption: string;
  /** How much of it has been sent, from 0 to 1; undefined while nothing is being sent. */
  sent?: number | undefined;
  /** Buttons. */
  children: ReactNode;
}

/** One picture of the form, with what can be done with it. */
export function PictureTile({
  src,
  srcSet,
  placeholder,
  alt,
  isMarkedForDeletion = false,
  isCover,
  caption,
  sent,
  children,
}: PictureTileProps) {
  return (
    <div className="overflow-hidden rounded-sm border border-line bg-surface">
      <div
        className="relative aspect-[4/3] bg-sunken bg-cover bg-center"
        style={placeholder === undefined ? {} : { backgroundImage: `url("${placeholder}")` }}
      >
        <img
          src={src}
          srcSet={srcSet}
          sizes="(min-width: 1280px) 200px, 45vw"
          alt={alt}
          decoding="async"
          className={cx(
            'absolute inset-0 size-full object-cover transition-[opacity,filter]',
            isMarkedForDeletion && 'opacity-30 [filter:grayscale(1)]',
          )}
        />
        {isCover && (
          <Badge tone="brand" className="absolute top-2 left-2">
            Cover
          </Badge>
        )}
        {sent !== undefined && (
          <div aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1.5 bg-veil">
            <div
              className="h-full origin-left bg-on-veil transition-transform"
              style={{ transform: `scaleX(${sent})` }}
            />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-1 py-1 pr-1">
        <p
          title={caption}
          className={cx(
            'min-w-0 grow basis-28 truncate px-2.5 text-sm leading-9',
            isMarkedForDeletion ? 'font-semibold text-ink' : 'text-ink-soft',
          )}
        >
          {caption}
        </p>
        <div className="flex gap-1">{children}</div>
      </div>
    </div>
  );
}
