/** A colour or a light as red, green, blue; colours in 0..255, lights around 1. */
export type Rgb = readonly [number, number, number];

/** Reads `#rrggbb`. */
export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Writes `#rrggbb`, clamped. */
export function toHex(rgb: Rgb): string {
  const part = (v: number): string =>
    Math.round(Math.min(255, Math.max(0, v)))
      .toString(16)
      .padStart(2, '0');
  return `#${part(rgb[0])}${part(rgb[1])}${part(rgb[2])}`;
}

/** The colour `share` of the way from `a` to `b`. */
export function mix(a: string, b: string, share: number): string {
  return toHex(mixRgb(parseHex(a), parseHex(b), share));
}

export function mixRgb(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** A pigment seen under a light: the channels multiply. */
export function under(color: string, light: Rgb): string {
  const c = parseHex(color);
  return toHex([c[0] * light[0], c[1] * light[1], c[2] * light[2]]);
}

/** Lighter (positive) or darker (negative), towards paper or ink and never pure white or black. */
export function tone(color: string, amount: number): string {
  return amount >= 0 ? mix(color, '#fff8ec', amount) : mix(color, '#1a1c26', -amount);
}
