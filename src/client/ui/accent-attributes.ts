import type { CSSProperties } from 'react';

/** A site's accent color, and its text color, white or black. */
export type AccentColors = { color: string; text: string };

/** The attributes that apply an accent to everything in an element (styles/accent.css); none for null. */
export function accentAttributes(accent: AccentColors | null): {
  'data-accent'?: string;
  style?: CSSProperties;
} {
  if (accent === null) return {};
  const { color, text } = accent;
  const away = text === '#ffffff' ? '#000000' : '#ffffff';
  return {
    'data-accent': '',
    // Custom properties are no part of the type, which is for properties that browsers know.
    style: { '--accent': color, '--on-accent': text, '--off-accent': away } as CSSProperties,
  };
}
