import type { CSSProperties } from 'react';

/** A site's own colour, and the text that stands on it, white or black. */
export type AccentColors = { color: string; text: string };

/** What an element carries so that everything in it is in the site's accent (styles/accent.css); nothing for null. */
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
