import { mix, tone, under } from './color.ts';
import type { Growth, Mood } from './palette.ts';
import type { Random } from './random.ts';
import type { Point } from './svg.ts';
import { blob, fill, px, smoothPath } from './svg.ts';

export interface Backdrop {
  width: number;
  height: number;
  horizon: number;
  mood: Mood;
  growth: Growth;
  random: Random;
  /** Where the sun stands, as a share of the width. */
  sunX: number;
}

/** The sky's gradient, with the sun's glow or the moon and stars, and a few calm clouds. */
export function sky(view: Backdrop, clouds: 'clear' | 'streaks' | 'cumulus' = 'streaks'): string {
  const { width: w, height: h, horizon, mood, random, sunX } = view;
  const stops = mood.sky
    .map((c, i) => `<stop offset="${[0, 0.42, 0.78, 1][i] ?? 1}" stop-color="${c}"/>`)
    .join('');
  let out = `<defs><linearGradient id="sky" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="${px(horizon)}">${stops}</linearGradient><radialGradient id="sunglow"><stop offset="0" stop-color="${tone(mood.cloud, 0.5)}" stop-opacity=".85"/><stop offset=".25" stop-color="${mood.cloud}" stop-opacity=".5"/><stop offset="1" stop-color="${mood.cloud}" stop-opacity="0"/></radialGradient></defs>`;
  out += `<rect width="${w}" height="${h}" fill="url(#sky)"/>`;
  const x = sunX * w;
  if (mood.name === 'night') {
    for (let i = 0; i < 70; i += 1) {
      const y = random.range(0, horizon * 0.8);
      out += `<circle cx="${px(random.range(0, w))}" cy="${px(y)}" r="${px(random.range(0.7, 1.9))}" fill="#f3ead6" fill-opacity="${(random.range(0.25, 0.8) * (1 - y / horizon)).toFixed(2)}"/>`;
    }
    const my = h * 0.15;
    out += `<circle cx="${px(x)}" cy="${px(my)}" r="${h * 0.2}" fill="url(#sunglow)" fill-opacity=".35"/><circle cx="${px(x)}" cy="${px(my)}" r="${h * 0.036}" fill="#f4ead2"/>`;
  } else if (mood.name !== 'day') {
    const y = horizon - h * (mood.name === 'dusk' ? 0.02 : 0.1);
    out += `<circle cx="${px(x)}" cy="${px(y)}" r="${h * 0.62}" fill="url(#sunglow)" fill-opacity="${mood.name === 'morning' ? 0.6 : 0.8}"/>`;
  }
  if (clouds === 'streaks') {
    for (let i = 0; i < 6; i += 1) {
      const y = horizon * (0.12 + (i / 6) * 0.66 + random.range(0, 0.08));
      const cx = random.range(-0.05, 1.05) * w;
      out += streak(
        random,
        cx,
        y,
        w * random.range(0.12, 0.26) * (1.1 - y / horizon / 2),
        h * random.range(0.006, 0.012),
        mood.cloud,
      );
    }
  } else if (clouds === 'cumulus') {
    const count = random.int(2, 3);
    for (let i = 0; i < count; i += 1) {
      const y = horizon * random.range(0.22, 0.5);
      const cx = w * ((i + random.range(0.15, 0.85)) / count);
      const r = h * random.range(0.05, 0.085);
      out += cloud(random, cx, y, r, mood);
    }
  }
  return out;
}

/** A long thin cloud: lenses that overlap as one shape, pale at its ends. */
function streak(
  random: Random,
  x: number,
  y: number,
  long: number,
  thick: number,
  color: string,
): string {
  let body = '';
  for (let k = 0; k < 4; k += 1) {
    const cx = x + (k - 1.5) * long * random.range(0.32, 0.5);
    const cy = y + (k % 2 === 0 ? -1 : 1) * thick * random.range(0.2, 0.9);
    const half = long * random.range(0.45, 0.8);
    const t = thick * random.range(0.55, 1);
    body += `<path d="M${px(cx - half)} ${px(cy)}C${px(cx - half * 0.4)} ${px(cy - t)} ${px(cx + half * 0.3)} ${px(cy - t * 1.5)} ${px(cx + half)} ${px(cy)}C${px(cx + half * 0.3)} ${px(cy + t * 0.7)} ${px(cx - half * 0.4)} ${px(cy + t * 0.8)} ${px(cx - half)} ${px(cy)}Z"/>`;
  }
  return `<g fill="${color}" opacity="${random.range(0.34, 0.6).toFixed(2)}">${body}</g>`;
}

/** A cloud with a flat foot: lit crowns over a shaded body. */
function cloud(random: Random, x: number, y: number, r: number, mood: Mood): string {
  const lobes = Array.from({ length: 6 }, (_, i) => {
    const share = i / 5;
    return {
      x: x + (share - 0.5) * r * 4.4,
      size: r * (0.4 + Math.sin(share * Math.PI) * random.range(0.4, 0.75)),
    };
  });
  const id = `c${Math.round(x)}-${Math.round(y)}`;
  const clip = `<clipPath id="${id}"><rect x="${px(x - r * 4)}" y="${px(y - r * 3)}" width="${px(r * 8)}" height="${px(r * 3.12)}"/></clipPath>`;
  const body = lobes
    .map((l) =>
      fill(
        blob(random, l.x, y - l.size * 0.2, l.size * 1.15, l.size * 0.95, 0.06, 9),
        mix(mood.cloud, mood.sky[1] ?? '#abc', 0.35),
      ),
    )
    .join('');
  const top = lobes
    .map((l) =>
      fill(
        blob(random, l.x + r * 0.1, y - l.size * 0.45, l.size * 0.86, l.size * 0.66, 0.08, 9),
        mood.cloud,
      ),
    )
    .join('');
  return `<defs>${clip}</defs><g clip-path="url(#${id})" opacity=".7">${body}${top}</g>`;
}

/** A ridge line across the picture as a closed shape down to the bottom. */
function ridge(view: Backdrop, base: number, swing: number, steps: number): string {
  const { width: w, random, height } = view;
  const points: Point[] = [{ x: -80, y: height }];
  for (let i = 0; i <= steps; i += 1) {
    points.push({ x: -60 + (i / steps) * (w + 120), y: base - random.range(0, swing) });
  }
  points.push({ x: w + 80, y: height });
  return smoothPath(points);
}

/** Layered hills that fade into the haze, and a line of far trees. */
export function hills(view: Backdrop, layers = 3, height = 1): string {
  const { mood, growth, horizon, random, height: h } = view;
  let out = '';
  for (let i = 0; i < layers; i += 1) {
    const near = (i + 1) / (layers + 0.6);
    const color = mix(
      mood.haze,
      under(
        growth.hills[2 - Math.min(2, i)] ?? '#8fa68f',
        i === layers - 1 ? mood.shade : mood.sun,
      ),
      0.25 + near * 0.5,
    );
    out += fill(
      ridge(
        view,
        horizon - h * (0.085 - i * 0.03) * height,
        h * 0.075 * height * (1 - i * 0.2),
        7 + i * 2,
      ),
      color,
    );
  }
  const leaf = under(growth.shrubs[0] ?? '#6f9058', mood.shade);
  const color = mix(mood.haze, leaf, 0.62);
  for (let x = -40; x < view.width + 40; x += 34) {
    const r = h * random.range(0.012, 0.032);
    out += fill(
      blob(random, x, horizon - r * 0.4, r * 1.4, r, 0.12, 8),
      tone(color, random.range(-0.06, 0.06)),
    );
  }
  return out;
}

/** Towers on the horizon, some windows lit in the evening. */
export function skyline(view: Backdrop, height = 1, from = 0, to = 1): string {
  const { mood, horizon, random, width: w, height: h } = view;
  let out = '';
  for (const layer of [0, 1]) {
    const color = mix(
      mood.haze,
      under(layer === 0 ? '#8b95a1' : '#6f7c8a', mood.shade),
      0.4 + layer * 0.3,
    );
    let x = from * w - 30;
    while (x < to * w + 30) {
      const bw = w * random.range(0.022, 0.055);
      const mid = 1 - Math.abs((x / w - (from + to) / 2) / (to - from)) * 1.1;
      const bh =
        h * random.range(0.05, 0.2) * height * Math.max(0.35, mid) * (layer === 0 ? 1.25 : 0.85);
      const top = horizon - bh;
      out += `<rect x="${px(x)}" y="${px(top)}" width="${px(bw)}" height="${px(bh + 40)}" fill="${color}"/>`;
      out += `<rect x="${px(x)}" y="${px(top)}" width="${px(bw * 0.4)}" height="${px(bh + 40)}" fill="${tone(color, 0.1)}" fill-opacity=".6"/>`;
      if (random.chance(0.2))
        out += `<rect x="${px(x + bw * 0.47)}" y="${px(top - h * 0.03)}" width="${px(w * 0.0016)}" height="${px(h * 0.03)}" fill="${color}"/>`;
      const lit = mood.lamps;
      for (let y = top + 10; y < horizon - 8; y += 13) {
        for (let k = x + 5; k < x + bw - 6; k += 11) {
          if (lit > 0.2 ? random.chance(lit * 0.42) : random.chance(0.25)) {
            out += `<rect x="${px(k)}" y="${px(y)}" width="5" height="6" fill="${lit > 0.2 ? '#ffd48f' : tone(color, 0.22)}" fill-opacity="${lit > 0.2 ? 0.75 : 0.5}"/>`;
          }
        }
      }
      x += bw + w * random.range(-0.004, 0.018);
    }
  }
  return out;
}

/** The town below a high place: rows of roofs that grow towards the viewer. */
export function rooftops(view: Backdrop): string {
  const { mood, horizon, random, width: w, height: h } = view;
  const walls = ['#a98f7b', '#b9a48c', '#8f8d8b', '#a5755f', '#c1b29c'];
  const floor = mix(mood.haze, under('#7d7a78', mood.shade), 0.5);
  let out = `<rect y="${px(horizon)}" width="${w}" height="${px(h - horizon)}" fill="${floor}"/>`;
  for (let row = 0; row < 6; row += 1) {
    const near = (row + 1) / 6;
    const base = horizon + h * (0.01 + near * near * 0.2);
    let x = -random.range(0, 60);
    while (x < w + 40) {
      const bw = w * (0.03 + near * 0.07) * random.range(0.7, 1.4);
      const top = base - h * (0.02 + near * 0.05) * random.range(0.5, 1.5);
      const wall = mix(mood.haze, under(random.pick(walls), mood.shade), 0.45 + near * 0.4);
      const roof = mix(mood.haze, under('#8d8a86', mood.sun), 0.45 + near * 0.35);
      const rim = (4 + near * 14).toFixed(1);
      out += `<rect x="${px(x)}" y="${px(top)}" width="${px(bw)}" height="${px(h - top)}" fill="${wall}"/><path d="M${px(x)} ${px(top)}l${px(bw * 0.08)} -${rim}h${px(bw * 0.84)}l${px(bw * 0.08)} ${rim}Z" fill="${roof}"/>`;
      const step = 12 + near * 20;
      for (let y = top + step * 0.5; y < base + h * 0.06; y += step * 1.2) {
        for (let k = x + step * 0.5; k < x + bw - step * 0.6; k += step) {
          const lit = random.chance(mood.lamps * 0.55);
          out += `<rect x="${px(k)}" y="${px(y)}" width="${px(step * 0.42)}" height="${px(step * 0.6)}" fill="${lit ? '#ffd48f' : tone(wall, -0.16)}" fill-opacity=".75"/>`;
        }
      }
      x += bw + random.range(0, 10);
    }
  }
  return out;
}
