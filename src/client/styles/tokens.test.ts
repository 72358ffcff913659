import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { THEME_COLOR } from '../theme/theme.ts';
import { contrast, toHex, type Oklch } from './contrast.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const OKLCH_COLOR = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
const COLOR_TOKEN = new RegExp(
  String.raw`--color-([\w-]+): light-dark\(${OKLCH_COLOR}, ${OKLCH_COLOR}\);`,
  'g',
);

const tokens = new Map<string, { light: Oklch; dark: Oklch }>();
for (const [, name = '', ...numbers] of css.matchAll(COLOR_TOKEN)) {
  const [a, b, c, d, e, f] = numbers.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  tokens.set(name, { light: [a, b, c], dark: [d, e, f] });
}

function token(name: string) {
  const values = tokens.get(name);
  if (values === undefined) throw new Error(`No token --color-${name} in tokens.css.`);
  return values;
}

const BACKGROUNDS = ['paper', 'surface', 'sunken'];
/** Minimum contrasts: WCAG 2.2, 1.4.3 for text, and 1.4.11 for control borders and the focus indicator. */
const MIN_TEXT_CONTRAST = 4.5;
const MIN_SHAPE_CONTRAST = 3;

const COLOR_PAIRS: [foreground: string, background: string, min: number][] = [
  ...BACKGROUNDS.flatMap((background): [string, string, number][] => [
    ['ink', background, MIN_TEXT_CONTRAST],
    ['ink-soft', background, MIN_TEXT_CONTRAST],
    ['ink-faint', background, MIN_TEXT_CONTRAST],
    ['brand', background, MIN_TEXT_CONTRAST],
    ['brand-deep', background, MIN_TEXT_CONTRAST],
    ['clay', background, MIN_TEXT_CONTRAST],
    ['danger', background, MIN_TEXT_CONTRAST],
    ['line-strong', background, MIN_SHAPE_CONTRAST],
    ['focus', background, MIN_SHAPE_CONTRAST],
  ]),
  ['on-brand', 'brand', MIN_TEXT_CONTRAST],
  ['on-brand', 'brand-deep', MIN_TEXT_CONTRAST],
  ['on-danger', 'danger', MIN_TEXT_CONTRAST],
  ['on-danger', 'danger-deep', MIN_TEXT_CONTRAST],
  ['on-badge', 'sale', MIN_TEXT_CONTRAST],
  ['on-badge', 'rent', MIN_TEXT_CONTRAST],
  ['brand', 'brand-wash', MIN_TEXT_CONTRAST],
  ['ink', 'brand-wash', MIN_TEXT_CONTRAST],
  ['ink-soft', 'brand-wash', MIN_TEXT_CONTRAST],
  ['focus', 'brand-wash', MIN_SHAPE_CONTRAST],
  ['clay', 'clay-wash', MIN_TEXT_CONTRAST],
  ['danger', 'danger-wash', MIN_TEXT_CONTRAST],
  ['ink-soft', 'line', MIN_TEXT_CONTRAST],
  ['ink', 'line', MIN_TEXT_CONTRAST],
  // A chart's parts are also separated by lines and labels, so only the surface matters.
  ...[1, 2, 3, 4].map((shade): [string, string, number] => [
    `chart-${shade}`,
    'surface',
    MIN_SHAPE_CONTRAST,
  ]),
];

describe('color tokens', () => {
  it.each(COLOR_PAIRS)(
    '%s on %s has a contrast of at least %d in both themes',
    (foreground, background, min) => {
      const ratios = (['light', 'dark'] as const).map((scheme) =>
        contrast(token(foreground)[scheme], token(background)[scheme]),
      );
      expect(Math.min(...ratios)).toBeGreaterThanOrEqual(min);
    },
  );

  it('each appear in a tested pair', () => {
    const testedTokens = new Set(
      COLOR_PAIRS.flatMap(([foreground, background]) => [foreground, background]),
    );
    expect([...tokens.keys()].filter((name) => !testedTokens.has(name))).toEqual([]);
  });

  it('match the theme color of the browser’s UI', () => {
    expect(THEME_COLOR).toEqual({
      light: toHex(token('paper').light),
      dark: toHex(token('paper').dark),
    });
  });
});

describe('contrast', () => {
  it('is 21 for black and white, and 1 for a color and itself', () => {
    expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
    expect(contrast([0.5, 0.1, 30], [0.5, 0.1, 30])).toBe(1);
  });
});
