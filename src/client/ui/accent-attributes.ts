import type { CSSProperties } from 'react';

/** A site's accent color, and the color of text on it, white or black. */
export type AccentColors = { color: string; text: string };

/**
 * Returns the attributes that apply an accent to an element's content (styles/accent.css); an empty
 * object for null.
 */
export function accentAttributes(accent: AccentColors | null): {
  'data-accent'?: string;
  style?: CSSProperties;
} {
  if (accent === null) return {};
  const { color, text } = accent;
  const opposite = text === '#ffffff' ? '#000000' : '#ffffff';
  return {
    'data-accent': '',
    // The type does not include custom properties.
    style: { '--accent': color, '--on-accent': text, '--off-accent': opposite } as CSSProperties,
  };
}
