import type { Random } from './random.ts';

/** Pixels with one decimal: finer is not seen and triples the text. */
export const px = (value: number): string => {
  const text = value.toFixed(1);
  return text.endsWith('.0') ? text.slice(0, -2) : text;
};

export interface Point {
  x: number;
  y: number;
}

/** A closed straight path. */
export function polygonPath(points: readonly Point[]): string {
  return points.map((p, i) => `${i === 0 ? 'M' : 'L'}${px(p.x)} ${px(p.y)}`).join('') + 'Z';
}

/** A closed smooth path through the points (Catmull-Rom as cubic curves). */
export function smoothPath(points: readonly Point[]): string {
  const n = points.length;
  const at = (i: number): Point => points[(i + n) % n] ?? { x: 0, y: 0 };
  let path = `M${px(at(0).x)} ${px(at(0).y)}`;
  for (let i = 0; i < n; i += 1) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${px(b.x + (c.x - a.x) / 6)} ${px(b.y + (c.y - a.y) / 6)} ${px(c.x - (d.x - b.x) / 6)} ${px(c.y - (d.y - b.y) / 6)} ${px(c.x)} ${px(c.y)}`;
  }
  return `${path}Z`;
}

/** A round shape with an uneven edge: leaves, clouds, snow. */
export function blobPoints(
  random: Random,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  wobble = 0.14,
  count = 11,
): Point[] {
  const turn = random.range(0, Math.PI);
  return Array.from({ length: count }, (_, i) => {
    const angle = turn + (i / count) * Math.PI * 2;
    const reach = 1 + random.range(-wobble, wobble);
    return { x: cx + Math.cos(angle) * rx * reach, y: cy + Math.sin(angle) * ry * reach };
  });
}

export function blob(
  random: Random,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  wobble = 0.14,
  count = 11,
): string {
  return smoothPath(blobPoints(random, cx, cy, rx, ry, wobble, count));
}

export const fill = (d: string, color: string, opacity = 1): string =>
  `<path d="${d}" fill="${color}"${opacity < 1 ? ` fill-opacity="${opacity.toFixed(2)}"` : ''}/>`;

export const line = (d: string, color: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${px(width)}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` stroke-opacity="${opacity.toFixed(2)}"` : ''}/>`;
