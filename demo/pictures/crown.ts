import type { Random } from './random.ts';
import { blob, fill, px } from './svg.ts';

export interface Tones {
  dark: string;
  mid: string;
  light: string;
  trunk: string;
}

/** A crown of overlapping masses: dark below and behind, light where the sun comes from. */
export function crown(
  random: Random,
  x: number,
  y: number,
  rx: number,
  ry: number,
  t: Tones,
  lean: number,
  density = 1,
): string {
  let out = '';
  const masses: { x: number; y: number; size: number }[] = [];
  const count = 9;
  for (let i = 0; i < count; i += 1) {
    const angle = (i / count) * Math.PI * 2 + random.range(-0.22, 0.22);
    const reach = random.range(0.48, 0.6);
    masses.push({
      x: x + Math.cos(angle) * rx * reach,
      y: y + Math.sin(angle) * ry * reach,
      size: random.range(0.38, 0.48),
    });
  }
  masses.push({ x, y, size: 0.7 });
  for (const m of masses)
    out += fill(blob(random, m.x, m.y, rx * m.size, ry * m.size, 0.07, 13), t.dark);
  for (const m of masses) {
    out += fill(
      blob(
        random,
        m.x + lean * rx * 0.07,
        m.y - ry * 0.08,
        rx * m.size * 0.86,
        ry * m.size * 0.82,
        0.09,
        12,
      ),
      t.mid,
      0.78,
    );
  }
  for (const m of masses) {
    if ((m.x - x) * lean < -rx * 0.3 || m.y > y + ry * 0.3) continue;
    out += fill(
      blob(
        random,
        m.x + lean * rx * 0.14,
        m.y - ry * 0.16,
        rx * m.size * 0.56,
        ry * m.size * 0.5,
        0.14,
        11,
      ),
      t.light,
      0.5,
    );
  }
  // Single leaves roughen the outline and the edges of light, never the air around.
  const leaves = Math.round(Math.min(380, 20 + rx * 1.2) * density);
  for (let i = 0; i < leaves; i += 1) {
    const m = masses[i % masses.length];
    if (m === undefined) continue;
    const angle = random.range(0, Math.PI * 2);
    const reach = m.size * Math.sqrt(random.range(0.3, 1)) * 1.02;
    const lx = m.x + Math.cos(angle) * rx * reach;
    const ly = m.y + Math.sin(angle) * ry * reach;
    const sunny = ((lx - x) / rx) * lean - (ly - y) / ry;
    const color =
      sunny > 0.3 ? t.light : sunny < -0.45 ? t.dark : random.pick([t.mid, t.light, t.dark, t.mid]);
    const r = Math.min(rx * 0.026, 6.5) * random.range(0.55, 1);
    out += `<ellipse cx="${px(lx)}" cy="${px(ly)}" rx="${px(r * 1.6)}" ry="${px(r)}" transform="rotate(${random.int(-60, 60)} ${px(lx)} ${px(ly)})" fill="${color}" fill-opacity=".75"/>`;
  }
  return out;
}
