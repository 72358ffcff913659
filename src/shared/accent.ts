/** Validates accent colors and chooses their text colors (docs/product/site.md, Accent). */

/**
 * The page background of each theme. A test compares it with `--color-paper` in the stylesheet.
 */
export const PAGE_COLOR = { light: '#fbf8f3', dark: '#171411' } as const;

/** The minimum contrast of an accent with its text (WCAG 2.2, 1.4.3). */
export const MIN_TEXT_CONTRAST = 4.5;
/** The minimum contrast of an accent with the page (WCAG 2.2, 1.4.11). */
export const MIN_PAGE_CONTRAST = 3;

/** Text on an accent is white or black, whichever has more contrast. */
const TEXT_COLORS = ['#ffffff', '#000000'] as const;

/** The text color of an accent, and its contrast ratios, from 1 to 21. */
export type AccentContrast = {
  /** The color of text on the accent. */
  text: (typeof TEXT_COLORS)[number];
  /** The contrast of that text. */
  textContrast: number;
  /** The contrast with the page in light mode. */
  light: number;
  /** The contrast with the page in dark mode. */
  dark: number;
  /** Whether all three contrasts are sufficient. */
  isSufficient: boolean;
};

/** Returns the text color and the contrast ratios of an accent. @param accent `#rrggbb` */
export function accentContrast(accent: string): AccentContrast {
  const [white, black] = TEXT_COLORS.map((text) => contrastOf(accent, text)) as [number, number];
  const textContrast = Math.max(white, black);
  const light = contrastOf(accent, PAGE_COLOR.light);
  const dark = contrastOf(accent, PAGE_COLOR.dark);
  return {
    text: white >= black ? '#ffffff' : '#000000',
    textContrast,
    light,
    dark,
    isSufficient: textContrast >= MIN_TEXT_CONTRAST && Math.min(light, dark) >= MIN_PAGE_CONTRAST,
  };
}

/**
 * Returns the color itself if it is a valid accent, otherwise the closest valid shade: mixed with white or black in
 * small steps.
 */
export function nearestAccent(accent: string): string {
  if (accentContrast(accent).isSufficient) return accent;
  const isTooLight = accentContrast(accent).light < MIN_PAGE_CONTRAST;
  const target = isTooLight ? 0 : 255;
  for (let step = 1; step <= 100; step += 1) {
    const mixed = toHex(channelsOf(accent).map((value) => value + ((target - value) * step) / 100));
    if (accentContrast(mixed).isSufficient) return mixed;
  }
  return accent;
}

/** Returns the color itself if white text is readable on it, otherwise the lightest shade where it is. */
export function darkenForWhiteText(accent: string): string {
  for (let step = 0; step <= 100; step += 1) {
    const mixed = toHex(channelsOf(accent).map((value) => (value * (100 - step)) / 100));
    if (contrastOf(mixed, '#ffffff') >= MIN_TEXT_CONTRAST) return mixed;
  }
  return '#000000';
}

/** Computes the contrast ratio of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05). */
function contrastOf(first: string, second: string): number {
  const lighter = Math.max(luminance(first), luminance(second));
  const darker = Math.min(luminance(first), luminance(second));
  return (lighter + 0.05) / (darker + 0.05);
}

/** Computes the relative luminance of WCAG 2.2, from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

const toHex = (channels: readonly number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
