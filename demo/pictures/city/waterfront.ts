import { mix, tone, under } from '../color.ts';
import { area4 } from '../exterior.ts';
import type { Ring } from '../geometry.ts';
import { door } from '../doors.ts';
import { flat } from '../roofs.ts';
import { box, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { clad } from '../surfaces.ts';
import type { Block, BlockColors } from './block.ts';
import { neighbour, windowGrid } from './facade.ts';
import { avenue, lampPost } from './street-scene.ts';

/** Round-cornered balconies stacked above the water. */
export function waterfront(stage: Stage, c: BlockColors): Block {
  const { mood, camera, random } = stage;
  const z = -4;
  const edge = camera.see([0, 0, z - 4]).y;
  neighbour(stage, -36, 4, 17, 11, 12, { finish: 'stucco', color: '#c9bda6' });
  neighbour(stage, 15, 5, 18, 16, 12, { finish: 'brick', color: '#a8806a' });
  stage.ground(
    area4(-80, z - 4, 160, 30),
    stage.shade(stage.growth.snow ? '#dfdfdd' : '#cfc4b2', [0, 1, 0]),
  );
  const t = sidesOf([-9, 0, 1], 18, 30.5, 12);
  for (const f of [t.front, t.left, t.right]) {
    clad(stage, f, { finish: 'stucco', color: c.wall });
    const cols = f === t.front ? 5 : 3;
    windowGrid(stage, f, {
      a: 0.5,
      b: 0.5,
      dx: (f.width - 0.4) / cols,
      dy: 3.3,
      cols,
      rows: 9,
      w: (f.width - 0.4) / cols - 0.7,
      h: 2.4,
      trim: '#3a3f42',
      panes: [2, 1],
      border: 0.06,
    });
  }
  for (let r = 0; r <= 9; r += 1) {
    const y = r * 3.3 + 3.1;
    if (r >= 8) break;
    const swing = Math.sin(r * 0.9) * 0.5;
    const ring: Ring = [
      [-10.4, y, 9],
      [-10.4 + swing * 0.4, y, 0.6],
      [-9.4, y, -0.6 + swing * 0.3],
      [-4, y, -1.4 - swing],
      [3, y, -1.1 + swing],
      [9.2, y, -0.7 - swing * 0.4],
      [10.4 - swing * 0.4, y, 0.8],
      [10.4, y, 9],
    ];
    stage.face({ rings: [ring], normal: [0, 1, 0], color: c.trim, receives: true });
    stage.face({
      rings: [ring.map((p) => [p[0], y - 0.28, p[2]] as const)],
      normal: [0, -1, 0],
      color: tone(c.trim, -0.1),
    });
    ring.forEach((p, i) => {
      const q = ring[i + 1];
      if (q === undefined) return;
      const n = [-(q[2] - p[2]), 0, q[0] - p[0]] as const;
      const out = [-n[0], 0, -n[2]] as const;
      stage.face({
        rings: [[[p[0], y - 0.28, p[2]], [q[0], y - 0.28, q[2]], q, p]],
        normal: out,
        color: c.trim,
        casts: true,
      });
      stage.face({
        rings: [[p, q, [q[0], y + 1, q[2]], [p[0], y + 1, p[2]]]],
        normal: out,
        color: mix(mood.sky[1] ?? '#bcd', '#8fa9ac', 0.4),
        glow: true,
        opacity: 0.34,
        twoSided: true,
      });
      stage.face({
        rings: [
          [
            [p[0], y + 1, p[2]],
            [q[0], y + 1, q[2]],
          ],
        ],
        normal: out,
        color: '#3a3f42',
        stroke: 0.05,
        opacity: 1,
        twoSided: true,
      });
    });
  }
  flat(stage, {
    x: -9,
    z: 1,
    w: 18,
    d: 12,
    y: 30.5,
    eave: 1.2,
    edge: c.trim,
    material: { finish: 'plain', color: c.trim },
  });
  door(stage, t.front, 8.1, 0.1, {
    color: c.accent,
    trim: '#34383b',
    width: 1.7,
    height: 2.7,
    glazed: true,
    side: true,
  });
  avenue(stage, z - 1.4, [-17, -12.5, 12.5, 17], 6, 'round', 4);
  for (const x of [-7, 0, 7]) lampPost(stage, x, z - 2.6, 3.8);
  for (let x = -24; x < 24; x += 1.6) box(stage, [x, 0, z - 3.7], [0.08, 0.9, 0.08], '#3a3f42');
  box(stage, [-24, 0.86, z - 3.7], [48, 0.06, 0.08], '#3a3f42');
  // The water: the sky upside down, the building as broken strokes.
  const sky = mood.sky;
  const id = stage.define(
    `<linearGradient id="ID" gradientUnits="userSpaceOnUse" x1="0" y1="${edge}" x2="0" y2="${camera.height}"><stop offset="0" stop-color="${mix(sky[3] ?? '#eee', '#41606c', 0.35)}"/><stop offset="1" stop-color="${mix(sky[0] ?? '#7ac', '#2a4552', 0.5)}"/></linearGradient>`,
  );
  stage.groundArt(
    `<rect y="${edge.toFixed(1)}" width="${camera.width}" height="${camera.height - edge}" fill="url(#${id})"/><rect y="${edge.toFixed(1)}" width="${camera.width}" height="14" fill="${under('#8d8272', mood.shade)}"/>`,
  );
  const left = camera.see([-9, 0, 1]).x;
  const right = camera.see([9, 0, 1]).x;
  let marks = '';
  for (let y = edge + 22; y < camera.height; y += 15) {
    const depth = (y - edge) / (camera.height - edge);
    for (let k = 0; k < 9; k += 1) {
      const x = random.range(left - 30, right + 30);
      const long = random.range(30, 130) * (0.5 + depth);
      const color = random.chance(mood.lamps * 0.7)
        ? '#ffcf8a'
        : random.pick([
            stage.shade(c.wall, [0, 0, -1]),
            stage.shade(c.trim, [0, 0, -1]),
            sky[2] ?? '#ccd',
          ]);
      marks += `<rect x="${x.toFixed(0)}" y="${(y + random.range(-5, 5)).toFixed(0)}" width="${long.toFixed(0)}" height="${(2 + depth * 4).toFixed(1)}" rx="2" fill="${color}" fill-opacity="${random.range(0.25, 0.6).toFixed(2)}"/>`;
    }
    for (let k = 0; k < 4; k += 1)
      marks += `<rect x="${random.int(0, 1600)}" y="${y.toFixed(0)}" width="${random.int(40, 150)}" height="3" rx="1.5" fill="${sky[2] ?? '#ccd'}" fill-opacity=".35"/>`;
  }
  stage.groundArt(marks);
  return { width: 20, tall: 32 };
}
