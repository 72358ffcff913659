import { tone } from '../color.ts';
import { ledge, windowIn } from '../openings.ts';
import { door } from '../doors.ts';
import { flat } from '../roofs.ts';
import { shrub } from '../planting.ts';
import type { Frame } from '../solids.ts';
import { box, lathe, on, panel, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad } from '../surfaces.ts';
import type { Block, BlockColors } from './block.ts';
import { neighbour, windowGrid } from './facade.ts';
import { avenue, bed, car, lampPost, street } from './street-scene.ts';
import { curtainWall } from './towers.ts';

/** Terraces that step back, each with its garden. */
export function terraces(stage: Stage, c: BlockColors): Block {
  street(stage, 7);
  const { random } = stage;
  neighbour(stage, -34, 6, 15, 14, 12, { finish: 'brick', color: '#a98a72' });
  neighbour(stage, 19, 5, 15, 12, 12, { finish: 'stucco', color: '#c2b69f' });
  let [x, w, z] = [-13, 27, 0];
  for (let i = 0; i < 6; i += 1) {
    const y = i * 3.3;
    const s = sidesOf([x, y, z], w, 3.1, 16 - z);
    for (const f of [s.front, s.left, s.right])
      clad(stage, f, {
        finish: i % 2 === 0 ? 'stucco' : 'cedar',
        color: i % 2 === 0 ? c.wall : c.second,
      });
    const cols = Math.max(2, Math.floor((w - 1) / 3.6));
    windowGrid(stage, s.front, {
      a: 0.7,
      b: 0.2,
      dx: (w - 1) / cols,
      dy: 3,
      cols,
      rows: 1,
      w: (w - 1) / cols - 0.6,
      h: 2.5,
      trim: '#34383b',
      panes: [3, 1],
      border: 0.06,
      skip: (col) => i === 0 && col === 3,
    });
    windowGrid(stage, s.left, {
      a: 1,
      b: 0.5,
      dx: 3,
      dy: 3,
      cols: 4,
      rows: 1,
      w: 1.8,
      h: 2,
      trim: '#34383b',
      panes: [2, 1],
      border: 0.06,
    });
    windowGrid(stage, s.right, {
      a: 1,
      b: 0.5,
      dx: 3,
      dy: 3,
      cols: 4,
      rows: 1,
      w: 1.8,
      h: 2,
      trim: '#34383b',
      panes: [2, 1],
      border: 0.06,
    });
    box(stage, [x - 0.9, y + 3.1, z - 1.5], [w + 1.8, 0.26, 17.4 - z], c.trim, {
      casts: true,
      receives: true,
    });
    const rail: Frame = {
      origin: [x - 0.8, y + 3.36, z - 1.4],
      u: [1, 0, 0],
      v: [0, 1, 0],
      n: [0, 0, -1],
      width: w + 1.6,
      height: 0.9,
    };
    panel(stage, rail, [0, 0, rail.width, 0.55], tone(c.trim, -0.05), {
      casts: true,
      twoSided: true,
    });
    for (let a = 0.6; a < rail.width - 0.5; a += random.range(0.9, 2)) {
      const p = on(rail, a, 0, -0.25);
      stage.at([p[0], p[1] + 0.3, p[2]], 0, () =>
        shrubAt(stage, random.range(0.9, 1.6), random.range(0.5, 1)),
      );
    }
    const step = i % 2 === 0 ? 2.1 : 1.2;
    x += step;
    w -= step + (i % 2 === 0 ? 1.2 : 2.1);
    z += 1.3;
  }
  door(
    stage,
    { origin: [-13, 0, 0], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: 27, height: 3 },
    12.1,
    0.1,
    { color: c.accent, trim: '#34383b', width: 1.6, height: 2.6, glazed: true, side: true },
  );
  bed(stage, -12.6, -2, -1.6);
  bed(stage, 3.2, 13.6, -1.6);
  avenue(stage, -5.2, [-17, 17.5], 7, 'birch');
  avenue(stage, -5, [-8, 8.5], 5, 'olive');
  lampPost(stage, -3, -5.4);
  return { width: 27, tall: 21 };
}

/** A shrub on a terrace: drawn where the stage stands now. */
function shrubAt(stage: Stage, w: number, h: number): void {
  const { random } = stage;
  shrub(
    stage,
    [random.range(-0.02, 0.02), 0, random.range(-0.02, 0.02)],
    w,
    h,
    random.chance(0.25) && !stage.growth.snow ? random.pick(stage.growth.flowers) : undefined,
  );
}

/** A brick warehouse made into lofts, with a glass storey on top. */
export function warehouse(stage: Stage, c: BlockColors): Block {
  const [w, h] = [25, 15.5];
  street(stage, 5);
  neighbour(stage, -w / 2 - 15.4, 1, 15, 10, 12, { finish: 'brick', color: '#8c6f5f' });
  neighbour(stage, w / 2 + 0.4, 1.5, 15, 11.5, 12, { finish: 'brick', color: '#a08a78' });
  const s = sidesOf([-w / 2, 0, 0], w, h, 15);
  const brick: Material = { finish: 'brick', color: c.wall };
  for (const f of [s.front, s.left, s.right]) clad(stage, f, brick);
  const dark = '#2f3133';
  for (let i = 0; i < 5; i += 1) {
    const a = 1 + i * 4.75;
    for (let r = 0; r < 4; r += 1) {
      if (r === 0 && i === 2) continue;
      windowIn(stage, s.front, a + 0.3, 0.9 + r * 3.7, 3.3, 2.5, {
        trim: dark,
        panes: [5, 3],
        border: 0.05,
        arched: false,
      });
      panel(stage, s.front, [a + 0.1, 3.45 + r * 3.7, 3.7, 0.24], tone(c.wall, -0.25));
    }
    ledge(
      stage,
      { ...s.front, origin: on(s.front, a - 0.72, 0) },
      0.6,
      h - 0.9,
      0.2,
      tone(c.wall, -0.08),
    );
  }
  for (const f of [s.left, s.right])
    windowGrid(stage, f, {
      a: 1.3,
      b: 0.9,
      dx: 4.6,
      dy: 3.7,
      cols: 3,
      rows: 4,
      w: 3.2,
      h: 2.5,
      trim: dark,
      panes: [4, 3],
      border: 0.05,
    });
  door(stage, s.front, 11.6, 0.1, {
    color: c.accent,
    trim: dark,
    width: 1.8,
    height: 2.7,
    glazed: true,
    side: true,
  });
  box(stage, [-2.3, 3, -2], [4.6, 0.16, 2], dark, { casts: true });
  ledge(stage, { ...s.front, origin: on(s.front, -0.1, h - 0.9) }, w + 0.2, 0.9, 0.35, c.trim);
  const top = sidesOf([-w / 2 + 3, h, 3], w - 8, 3.4, 10);
  for (const f of [top.front, top.left, top.right]) curtainWall(stage, f, 3.4, 1.9, dark);
  flat(stage, {
    x: -w / 2 + 3,
    z: 3,
    w: w - 8,
    d: 10,
    y: h + 3.4,
    eave: 0.7,
    edge: dark,
    material: brick,
    thickness: 0.25,
  });
  // The old water tank, as on such roofs.
  for (const [x, z] of [
    [8.2, 5],
    [10, 5],
    [8.2, 6.8],
    [10, 6.8],
  ] as const)
    box(stage, [x, h, z], [0.14, 2, 0.14], dark);
  lathe(
    stage,
    [9.17, h + 2, 6],
    [
      [1.35, 0],
      [1.35, 2.3],
      [0, 3.2],
    ],
    '#8a6a50',
    { steps: 20 },
  );
  avenue(stage, -4, [-14, -6.2, 6.8, 14.5], 6, 'tall', 3);
  lampPost(stage, 3.4, -4.3);
  car(stage, -4.2, -7.6, c.accent);
  return { width: w, tall: h + 5 };
}
