import { useState } from 'react';
import { cx } from '../class-names.ts';
import { initialsOf, pickByText } from './initials.ts';

const COLOR_CLASSES = [
  'bg-brand-wash text-brand',
  'bg-clay-wash text-clay',
  'bg-line text-ink-soft',
];

export interface AvatarProps {
  name: string;
  /** A picture's URL; null shows initials. */
  src: string | null;
  /** Sources of other widths, with `sizes`; only for pictures on this site. */
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** Sets the size, such as `size-10`, and the font size of the initials. */
  className?: string;
}

/** A user's picture, or their initials. Decorative, because the name is next to it. */
export function Avatar({ name, src, srcSet, sizes, className = 'size-10 text-sm' }: AvatarProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const shape = cx(
    'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full font-semibold select-none',
    className,
  );
  if (src === null || hasFailed) {
    return (
      <span
        aria-hidden="true"
        className={cx(shape, COLOR_CLASSES[pickByText(name, COLOR_CLASSES.length)])}
      >
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <span className={cx(shape, 'bg-sunken')}>
      <img
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt=""
        width={160}
        height={160}
        loading="lazy"
        decoding="async"
        onError={() => setHasFailed(true)}
        className="size-full object-cover"
      />
    </span>
  );
}
