import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentContrast, PAGE_COLOR } from '#shared/accent.ts';
import { THEME_COLOR } from '../theme/theme.ts';
import { contrast, type Oklch } from './contrast.ts';

const css = readFileSync(new URL('./accent.css', import.meta.url), 'utf8');
const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Accents across the whole range, in CSS syntax. */
const ACCENTS = [...generateSteps(0, 255)].flatMap((red) =>
  [...generateSteps(0, 255)].flatMap((green) =>
    [...generateSteps(0, 255)]
      .map(
        (blue) =>
          `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      )
      .filter((color) => accentContrast(color).isSufficient),
  ),
);

function* generateSteps(from: number, to: number): Generator<number> {
  for (let value = from; value <= to; value += 15) yield value;
}

/** Returns the shades of an accent for a token, in the light and dark themes. */
function readShades(token: string, accent: Oklch): [light: Oklch, dark: Oklch] {
  const match = new RegExp(
    String.raw`--color-${token}: light-dark\(\s*oklch\(from var\(--accent\) (.+) h\),\s*oklch\(from var\(--accent\) (.+) h\)\s*\);`,
  ).exec(css);
  if (match === null) throw new Error(`No token --color-${token} in accent.css.`);
  return [evaluateColor(match[1] ?? '', accent), evaluateColor(match[2] ?? '', accent)];
}

/** Evaluates `max(l, 0.78) min(c, 0.12)` and similar expressions. */
function evaluateColor(text: string, [lightness, chroma, hue]: Oklch): Oklch {
  const parts = text.match(/(?:min|max)\((?:calc\(l - [\d.]+\)|[lc]), [\d.]+\)|[\d.]+|c/g) ?? [];
  const [l = '', c = ''] = parts;
  const readNumber = (part: string): number => {
    const call = /^(min|max)\((.+), ([\d.]+)\)$/.exec(part);
    if (call !== null) {
      const [, name, innerText = '', limitText = ''] = call;
      const limit = name === 'min' ? Math.min : Math.max;
      return limit(readNumber(innerText), Number(limitText));
    }
    const difference = /^calc\(l - ([\d.]+)\)$/.exec(part);
    if (difference !== null) return lightness - Number(difference[1]);
    return part === 'l' ? lightness : part === 'c' ? chroma : Number(part);
  };
  return [readNumber(l), readNumber(c), hue];
}

/** Returns the values of a color token in tokens.css, in the light and dark themes. */
function readColorToken(name: string): [light: Oklch, dark: Oklch] {
  const number = String.raw`([\d.]+) ([\d.]+) ([\d.]+)`;
  const pattern = String.raw`--color-${name}: light-dark\(oklch\(${number}\), oklch\(${number}\)\)`;
  const [, ...parts] = (new RegExp(pattern).exec(tokens) ?? []).map(Number);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = parts;
  return [
    [a, b, c],
    [d, e, f],
  ];
}

/** Converts sRGB to OKLCH (CSS Color 4). */
function toOklch(color: string): Oklch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(x, y), ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360];
}

const MIN_TEXT_CONTRAST = 4.5;
const MIN_SHAPE_CONTRAST = 3;

describe('the shades of an accent', () => {
  it('are tested with more than 300 colors', () => expect(ACCENTS.length).toBeGreaterThan(300));

  it('are measured against the page’s background', () => {
    expect(PAGE_COLOR).toEqual(THEME_COLOR);
  });

  it.each([
    ['brand', ['paper', 'surface', 'sunken'], MIN_TEXT_CONTRAST],
    ['brand-deep', ['paper', 'surface', 'sunken'], MIN_TEXT_CONTRAST],
    ['chart-1', ['surface'], MIN_SHAPE_CONTRAST],
    ['chart-2', ['surface'], MIN_SHAPE_CONTRAST],
    ['chart-3', ['surface'], MIN_SHAPE_CONTRAST],
    ['chart-4', ['surface'], MIN_SHAPE_CONTRAST],
  ] as const)('%s has enough contrast on %s', (token, backgrounds, min) => {
    const failedColors = ACCENTS.filter((color) => {
      const tones = readShades(token, toOklch(color));
      return backgrounds.some((name) =>
        readColorToken(name).some(
          (background, theme) => contrast(tones[theme === 0 ? 0 : 1], background) < min,
        ),
      );
    });
    expect(failedColors).toEqual([]);
  });

  it('keep brand and text colors readable on `brand-wash`', () => {
    const failedColors = ACCENTS.filter((color) => {
      const accent = toOklch(color);
      const wash = readShades('brand-wash', accent);
      const texts = [
        readShades('brand', accent),
        readColorToken('ink'),
        readColorToken('ink-soft'),
      ];
      return texts.some((text) =>
        text.some((tone, theme) => contrast(tone, wash[theme === 0 ? 0 : 1]) < MIN_TEXT_CONTRAST),
      );
    });
    expect(failedColors).toEqual([]);
  });
});
