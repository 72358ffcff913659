import { path } from '../exterior.ts';
import { ledge, windowIn } from '../openings.ts';
import { door, lantern, railing } from '../doors.ts';
import { chimney, gable, leanTo } from '../roofs.ts';
import type { Frame } from '../solids.ts';
import { box, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad } from '../surfaces.ts';
import type { HouseColors, Lot } from './lot.ts';

/** Walls of one block of a house. */
export function block(
  stage: Stage,
  x: number,
  z: number,
  w: number,
  h: number,
  d: number,
  wall: Material,
  y = 0,
): ReturnType<typeof sidesOf> {
  const sides = sidesOf([x, y, z], w, h, d);
  for (const frame of [sides.front, sides.left, sides.right, sides.back]) clad(stage, frame, wall);
  return sides;
}

/** Stone foot along a wall. */
function plinth(stage: Stage, frame: Frame, color: string): void {
  ledge(stage, frame, frame.width, 0.4, 0.06, color);
}

/** A porch: deck, posts, lean-to roof and railings beside the opening. */
export function porch(
  stage: Stage,
  x: number,
  w: number,
  depth: number,
  c: HouseColors,
  doorX: number,
  options: { posts: number; thick?: boolean; high?: number },
): void {
  const { high = 3.1, thick = false } = options;
  const z = -depth;
  box(stage, [x, 0, z], [w, 0.45, depth], '#b9b0a2', { casts: true, receives: true });
  for (let i = 0; i < options.posts; i += 1) {
    const px = x + 0.18 + ((w - 0.36) * i) / (options.posts - 1);
    if (thick) {
      box(stage, [px - 0.34, 0.45, z + 0.1], [0.68, 0.9, 0.68], '#9d9186', {
        casts: true,
        receives: true,
      });
      box(stage, [px - 0.2, 1.35, z + 0.24], [0.4, high - 1.5, 0.4], c.trim, { casts: true });
    } else {
      box(stage, [px - 0.09, 0.45, z + 0.14], [0.18, high - 0.6, 0.18], c.trim, { casts: true });
    }
  }
  box(stage, [x, high - 0.28, z + 0.08], [w, 0.3, 0.28], c.trim, { casts: true });
  leanTo(
    stage,
    x - 0.3,
    z - 0.35,
    w + 0.6,
    depth + 0.35,
    high,
    high + depth * 0.28,
    { finish: 'shingle', color: c.roof },
    c.trim,
  );
  const rail = (from: number, to: number): void => {
    if (to - from < 0.6) return;
    const frame: Frame = {
      origin: [from, 0.45, z + 0.22],
      u: [1, 0, 0],
      v: [0, 1, 0],
      n: [0, 0, -1],
      width: to - from,
      height: 0.85,
    };
    railing(stage, frame, 0.85, c.trim);
  };
  rail(x + 0.2, doorX - 0.85);
  rail(doorX + 0.85, x + w - 0.2);
  for (let i = 0; i < 3; i += 1) {
    box(stage, [doorX - 0.9, 0, z - 0.32 * (3 - i)], [1.8, 0.15 * (i + 1), 0.32], '#c4bbad', {
      casts: true,
      receives: true,
    });
  }
}

/** Two full storeys, five bays, everything about the door: the Georgian house of the east. */
export function colonial(stage: Stage, c: HouseColors): Lot {
  const wall: Material = {
    finish: stage.random.chance(0.4) ? 'brick' : 'clapboard',
    color: c.wall,
  };
  const s = block(stage, -6, 0, 12, 6, 8, wall);
  plinth(stage, s.front, '#a79e92');
  const bays = [1.5, 3.7, 6, 8.3, 10.5];
  for (const [i, bay] of bays.entries()) {
    windowIn(stage, s.front, bay - 0.5, 3.75, 1, 1.55, {
      trim: c.trim,
      panes: [3, 4],
      shutters: c.second,
    });
    if (i !== 2)
      windowIn(stage, s.front, bay - 0.5, 0.95, 1, 1.7, {
        trim: c.trim,
        panes: [3, 4],
        shutters: c.second,
      });
  }
  for (const frame of [s.left, s.right]) {
    for (const a of [1.6, 5.2]) {
      windowIn(stage, frame, a, 3.75, 1, 1.55, { trim: c.trim, panes: [3, 4] });
      windowIn(stage, frame, a, 0.95, 1, 1.7, { trim: c.trim, panes: [3, 4] });
    }
  }
  gable(
    stage,
    {
      x: -6,
      z: 0,
      w: 12,
      d: 8,
      y: 6,
      rise: 2.7,
      eave: 0.4,
      rake: 0.25,
      material: { finish: 'slate', color: c.roof },
      edge: c.trim,
    },
    'x',
    wall,
  );
  chimney(stage, [-5.4, 7, 3.2], [0.9, 2.8, 0.8], { finish: 'brick', color: '#94604c' });
  chimney(stage, [4.5, 7, 3.2], [0.9, 2.8, 0.8], { finish: 'brick', color: '#94604c' });
  door(stage, s.front, 5.45, 0.3, {
    color: c.door,
    trim: c.trim,
    side: true,
    width: 1.1,
    height: 2.25,
  });
  // The portico: two columns and a small pediment.
  box(stage, [-1.5, 0, -1.5], [3, 0.3, 1.5], '#bdb4a6', { casts: true, receives: true });
  for (const x of [-1.25, 1.03])
    box(stage, [x, 0.3, -1.35], [0.22, 2.5, 0.22], c.trim, { casts: true });
  box(stage, [-1.5, 2.8, -1.5], [3, 0.28, 1.5], c.trim, { casts: true });
  gable(
    stage,
    {
      x: -1.5,
      z: -1.5,
      w: 3,
      d: 1.6,
      y: 3.05,
      rise: 0.75,
      eave: 0.16,
      rake: 0.12,
      material: { finish: 'slate', color: c.roof },
      edge: c.trim,
    },
    'z',
    { finish: 'plain', color: c.trim },
  );
  lantern(stage, s.front, 5.05, 1.75);
  lantern(stage, s.front, 6.95, 1.75);
  path(stage, [0, -15], [0, -1.6], 2.2, 1.7, '#c9a892');
  return { left: -6, right: 6, back: 8, door: 0 };
}

/** Low roof, deep porch on stout piers, brackets under the gable. */
export function craftsman(stage: Stage, c: HouseColors): Lot {
  const wall: Material = { finish: 'shingle', color: c.wall };
  const s = block(stage, -5.4, 0, 10.8, 3.2, 9, { finish: 'clapboard', color: c.wall });
  plinth(stage, s.front, '#8d847b');
  gable(
    stage,
    {
      x: -5.4,
      z: 0,
      w: 10.8,
      d: 9,
      y: 3.2,
      rise: 2.9,
      eave: 0.8,
      rake: 0.7,
      material: { finish: 'shingle', color: c.roof },
      edge: c.trim,
    },
    'x',
    wall,
  );
  // The dormer: a little house on the roof.
  const dormer = sidesOf([-1.9, 3.9, 1.3], 3.8, 1.5, 3);
  for (const f of [dormer.front, dormer.left, dormer.right]) clad(stage, f, wall);
  for (const a of [0.45, 1.5, 2.55])
    windowIn(stage, dormer.front, a, 0.4, 0.8, 0.8, { trim: c.trim, panes: [2, 2] });
  gable(
    stage,
    {
      x: -1.9,
      z: 1.3,
      w: 3.8,
      d: 3.4,
      y: 5.4,
      rise: 0.95,
      eave: 0.4,
      rake: 0.4,
      material: { finish: 'shingle', color: c.roof },
      edge: c.trim,
    },
    'z',
    wall,
  );
  windowIn(stage, s.front, 0.9, 1, 2.4, 1.45, { trim: c.trim, panes: [3, 1] });
  windowIn(stage, s.front, 7.7, 1, 2.2, 1.45, { trim: c.trim, panes: [3, 1] });
  door(stage, s.front, 4.95, 0.45, { color: c.door, trim: c.trim, glazed: true, side: true });
  for (const f of [s.left, s.right]) {
    windowIn(stage, f, 1.4, 1, 1.2, 1.45, { trim: c.trim, panes: [2, 2] });
    windowIn(stage, f, 5.6, 1, 1.8, 1.45, { trim: c.trim, panes: [2, 2] });
  }
  porch(stage, -5.2, 10.4, 2.5, c, 0, { posts: 4, thick: true, high: 2.95 });
  lantern(stage, s.front, 4.45, 1.8);
  chimney(stage, [4.5, 2, 3.6], [0.9, 5, 1], { finish: 'stone', color: '#8f857b' });
  path(stage, [0.4, -15], [0, -3.5], 2, 1.7);
  return { left: -5.4, right: 5.4, back: 9, door: 0, open: [] };
}
