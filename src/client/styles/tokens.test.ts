import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { THEME_COLOR } from '../theme/theme.ts';
import { contrast, toHex, type Oklch } from './contrast.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const OKLCH = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
const PAIR = new RegExp(String.raw`--color-([\w-]+): light-dark\(${OKLCH}, ${OKLCH}\);`, 'g');

const tokens = new Map<string, { light: Oklch; dark: Oklch }>();
for (const [, name = '', ...numbers] of css.matchAll(PAIR)) {
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
const TEXT = 4.5;
const SHAPE = 3;

const PAIRS: [foreground: string, background: string, min: number][] = [
  ...BACKGROUNDS.flatMap((background): [string, string, number][] => [
    ['ink', background, TEXT],
    ['ink-soft', background, TEXT],
    ['ink-faint', background, TEXT],
    ['brand', background, TEXT],
    ['brand-deep', background, TEXT],
    ['clay', background, TEXT],
    ['danger', background, TEXT],
    ['line-strong', background, SHAPE],
    ['focus', background, SHAPE],
  ]),
  ['on-brand', 'brand', TEXT],
  ['on-brand', 'brand-deep', TEXT],
  ['on-danger', 'danger', TEXT],
  ['on-danger', 'danger-deep', TEXT],
  ['on-badge', 'sale', TEXT],
  ['on-badge', 'rent', TEXT],
  ['brand', 'brand-wash', TEXT],
  ['ink', 'brand-wash', TEXT],
  ['ink-soft', 'brand-wash', TEXT],
  ['focus', 'brand-wash', SHAPE],
  ['clay', 'clay-wash', TEXT],
  ['danger', 'danger-wash', TEXT],
  ['ink-soft', 'line', TEXT],
  ['ink', 'line', TEXT],
  // A chart's parts are also separated by lines and labels, so only the surface matters.
  ...[1, 2, 3, 4].map((shade): [string, string, number] => [`chart-${shade}`, 'surface', SHAPE]),
];

describe('color tokens', () => {
  it.each(PAIRS)(
    '%s on %s has a contrast of at least %d in both themes',
    (foreground, background, min) => {
      const ratios = (['light', 'dark'] as const).map((scheme) =>
        contrast(token(foreground)[scheme], token(background)[scheme]),
      );
      expect(Math.min(...ratios)).toBeGreaterThanOrEqual(min);
    },
  );

  it('are all tested in a pair', () => {
    const testedTokens = new Set(
      PAIRS.flatMap(([foreground, background]) => [foreground, background]),
    );
    expect([...tokens.keys()].filter((name) => !testedTokens.has(name))).toEqual([]);
  });

  it('match the color of the browser’s bars', () => {
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
