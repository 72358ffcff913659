import type { CSSProperties } from 'react';

/** A site's accent color, and its text color, white or black. */
export type AccentColors = { color: string; text: string };

/**
 * Returns the attributes that apply an accent to an element's content (styles/accent.css); none for
 * null.
 */
export function accentAttributes(accent: AccentColors | null): {
  'data-accent'?: string;
  style?: CSSProperties;
} {
  if (accent === null) return {};
  const { color, text } = accent;
  const away = text === '#ffffff' ? '#000000' : '#ffffff';
  return {
    'data-accent': '',
    // The type has only standard properties, and no custom ones.
    style: { '--accent': color, '--on-accent': text, '--off-accent': away } as CSSProperties,
  };
}
