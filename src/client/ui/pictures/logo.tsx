import { cx } from '../class-names.ts';

/** The logo: a door above a doorstep. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={className}>
      <path d="M5.5 19V10.5a6.5 6.5 0 0 1 13 0V19" stroke="currentColor" strokeWidth="1.75" />
      <path d="M2 19.75h20" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="14.75" cy="13.25" r="1.15" fill="currentColor" />
    </svg>
  );
}

export interface LogoProps {
  name: string;
  /** Replaces the mark. A picture at least twice as wide as it is tall is assumed to include the name. */
  picture?: { path: string; width: number; height: number } | null;
  className?: string;
}

/** At or above this width-to-height ratio, a picture is a wordmark rather than a mark. */
const WORDMARK_RATIO = 2;
/** The logo's height in CSS pixels. */
const LOGO_HEIGHT_PX = 32;

/** The site's logo: the mark or picture, and the name unless the picture includes it. */
export function Logo({ name, picture = null, className }: LogoProps) {
  const ratio = picture === null ? 1 : picture.width / picture.height;
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2.5', className)}>
      {picture === null ? (
        <LogoMark className="size-7 shrink-0 text-brand" />
      ) : (
        <img
          src={picture.path}
          alt={ratio >= WORDMARK_RATIO ? name : ''}
          width={Math.round(LOGO_HEIGHT_PX * ratio)}
          height={LOGO_HEIGHT_PX}
          className="h-8 w-auto max-w-48 shrink-0 object-contain object-left"
        />
      )}
      {ratio < WORDMARK_RATIO && (
        <span className="display truncate text-xl leading-[1.15] pb-px">{name}</span>
      )}
    </span>
  );
}
