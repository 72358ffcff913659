import { path } from '../exterior.ts';
import type { Ring } from '../geometry.ts';
import { windowIn } from '../openings.ts';
import { door, lantern, railing } from '../doors.ts';
import { chimney, frameOf, gable, hip, slope } from '../roofs.ts';
import type { Frame } from '../solids.ts';
import { box } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { cover } from '../surfaces.ts';
import type { HouseColors, Lot } from './lot.ts';
import { volume } from './modern.ts';

/** A roof that reaches the ground, glass in the gable, a deck before it: the cabin. */
export function aFrame(stage: Stage, c: HouseColors): Lot {
  const half = 4.4;
  const top = 8.2;
  const front: Ring = [
    [-half, 0.5, 0],
    [half, 0.5, 0],
    [0, top, 0],
  ];
  const wood: Material = { finish: 'cedar', color: c.wall };
  cover(stage, frameOf(front), front, wood);
  const roof: Material = { finish: 'seam', color: c.roof };
  const k = (top - 0.5) / half;
  const foot = half + 0.55;
  const low = 0.5 - 0.55 * k + 0.3;
  slope(
    stage,
    [
      [-foot, low, 10.4],
      [-foot, low, -1.1],
      [0, top + 0.35, -1.1],
      [0, top + 0.35, 10.4],
    ],
    roof,
    c.trim,
  );
  slope(
    stage,
    [
      [foot, low, -1.1],
      [foot, low, 10.4],
      [0, top + 0.35, 10.4],
      [0, top + 0.35, -1.1],
    ],
    roof,
    c.trim,
  );
  const f: Frame = {
    origin: [-half, 0.5, 0],
    u: [1, 0, 0],
    v: [0, 1, 0],
    n: [0, 0, -1],
    width: half * 2,
    height: top,
  };
  windowIn(stage, f, 1.75, 0.1, 1.7, 2.2, {
    trim: c.trim,
    panes: [2, 1],
    border: 0.08,
    sill: false,
  });
  windowIn(stage, f, 5.35, 0.1, 1.7, 2.2, {
    trim: c.trim,
    panes: [2, 1],
    border: 0.08,
    sill: false,
  });
  door(stage, f, 3.85, 0.05, {
    color: c.door,
    trim: c.trim,
    width: 1.1,
    height: 2.2,
    glazed: true,
  });
  windowIn(stage, f, 2.75, 2.9, 3.3, 1.5, { trim: c.trim, panes: [3, 1], border: 0.08 });
  windowIn(stage, f, 3.6, 4.85, 1.6, 1.15, { trim: c.trim, panes: [2, 1], border: 0.08 });
  box(stage, [-5, 0, -3.1], [10, 0.5, 3.1], '#9c7b5e', { casts: true, receives: true });
  const rail = (x: number, w: number): void =>
    railing(
      stage,
      { origin: [x, 0.5, -3.05], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: w, height: 0.9 },
      0.9,
      c.trim,
    );
  rail(-5, 4);
  rail(1, 4);
  for (let i = 0; i < 3; i += 1)
    box(stage, [-0.9, 0, -3.1 - 0.32 * (3 - i)], [1.8, 0.14 * (i + 1), 0.32], '#a88767', {
      casts: true,
      receives: true,
    });
  lantern(stage, f, 3.4, 1.55);
  chimney(stage, [1.5, 5, 4], [0.7, 4, 0.7], { finish: 'stone', color: '#8b8178' });
  path(stage, [-1.5, -15], [0, -4.1], 2.2, 1.4, '#c2ac8b');
  return {
    left: -5,
    right: 5,
    back: 10,
    door: 0,
    open: [[-5.2, 5.2]],
    trees: ['pine', 'pine', 'pine', 'birch'],
  };
}

/** White plaster, round arches and clay tiles under a southern sun. */
export function spanish(stage: Stage, c: HouseColors): Lot {
  const wall: Material = { finish: 'stucco', color: c.wall };
  const tiles: Material = { finish: 'tile', color: c.roof };
  const s = volume(stage, -6.6, 0, 0.5, 9, 3.1, 7.5, wall);
  const t = volume(stage, 1.6, 0, -0.9, 5, 5.6, 6.4, wall);
  hip(stage, {
    x: -6.6,
    z: 0.5,
    w: 9.4,
    d: 7.5,
    y: 3.1,
    rise: 1.7,
    eave: 0.5,
    material: tiles,
    edge: '#8a5a42',
  });
  hip(stage, {
    x: 1.6,
    z: -0.9,
    w: 5,
    d: 6.4,
    y: 5.6,
    rise: 1.35,
    eave: 0.5,
    material: tiles,
    edge: '#8a5a42',
  });
  for (const a of [0.8, 2.9])
    windowIn(stage, s.front, a, 0.5, 1.25, 2, {
      trim: c.trim,
      panes: [2, 3],
      arched: true,
      border: 0.1,
    });
  // An arcade beside the door.
  for (const a of [5.2, 7])
    windowIn(stage, s.front, a, 0.05, 1.3, 2.4, {
      trim: c.trim,
      panes: [2, 1],
      arched: true,
      border: 0.14,
      sill: false,
    });
  windowIn(stage, t.front, 1.1, 3.35, 1.1, 1.5, { trim: c.second, panes: [2, 3], border: 0.08 });
  windowIn(stage, t.front, 2.9, 3.35, 1.1, 1.5, { trim: c.second, panes: [2, 3], border: 0.08 });
  door(stage, t.front, 1.95, 0.2, { color: c.door, trim: c.second, width: 1.15, height: 2.3 });
  for (const f of [t.right, s.left]) {
    windowIn(stage, f, 2.2, 0.9, 1.2, 1.5, { trim: c.second, panes: [2, 3], border: 0.08 });
  }
  const balcony: Frame = {
    origin: [2.3, 3.05, -1.65],
    u: [1, 0, 0],
    v: [0, 1, 0],
    n: [0, 0, -1],
    width: 3.6,
    height: 0.9,
  };
  box(stage, [2.3, 2.93, -1.7], [3.6, 0.14, 0.8], c.second, { casts: true });
  railing(stage, balcony, 0.9, '#3d3733');
  for (const f of [1.35, 3.75]) lantern(stage, t.front, f, 1.75);
  box(stage, [2.9, 0, -2.1], [2.4, 0.18, 1.2], '#c0a184', { casts: true, receives: true });
  path(stage, [2.6, -15], [4.1, -2.1], 2.6, 1.9, '#cfa98a');
  chimney(stage, [-4.2, 3.4, 4], [0.9, 2.1, 0.9], { finish: 'stucco', color: c.wall });
  return {
    left: -6.6,
    right: 6.6,
    back: 7,
    door: 4.1,
    dry: true,
    trees: ['palm', 'olive', 'cypress', 'cypress'],
  };
}

/** A plain gabled house of today, half dark boards and half brick, with a carport. */
export function scandinavian(stage: Stage, c: HouseColors): Lot {
  const boards: Material = { finish: 'batten', color: c.wall };
  const s = volume(stage, -5.5, 0, 0, 6, 4.4, 9, boards);
  const roof: Material = { finish: 'seam', color: c.roof };
  gable(
    stage,
    {
      x: -5.5,
      z: 0,
      w: 6,
      d: 9,
      y: 4.4,
      rise: 3.4,
      eave: 0.12,
      rake: 0.1,
      material: roof,
      edge: c.trim,
    },
    'z',
    boards,
  );
  const t = volume(stage, 0.5, 0, 1.8, 5.4, 2.8, 6, { finish: 'brick', color: c.second });
  gable(
    stage,
    {
      x: 0.5,
      z: 1.8,
      w: 5.4,
      d: 6,
      y: 2.8,
      rise: 2.2,
      eave: 0.12,
      rake: 0.1,
      material: roof,
      edge: c.trim,
    },
    'x',
    { finish: 'brick', color: c.second },
  );
  windowIn(stage, s.front, 0.8, 0.2, 2.5, 2.2, {
    trim: c.trim,
    panes: [2, 1],
    border: 0.07,
    sill: false,
  });
  windowIn(stage, s.front, 1.9, 3.2, 2.2, 1.6, { trim: c.trim, panes: [2, 1], border: 0.07 });
  windowIn(stage, { ...s.front, origin: [-5.5, 4.4, 0] }, 2.4, 0.95, 1.2, 0.9, {
    trim: c.trim,
    panes: [1, 1],
    border: 0.07,
  });
  door(stage, s.front, 4.3, 0.1, { color: c.door, trim: c.trim });
  windowIn(stage, t.front, 1.2, 0.5, 3.2, 1.8, { trim: c.trim, panes: [3, 1], border: 0.07 });
  for (const a of [1.4, 5.2]) {
    windowIn(stage, s.left, a, 0.8, 1.7, 1.5, { trim: c.trim, panes: [2, 1], border: 0.07 });
    windowIn(stage, s.left, a, 3, 1.2, 1.1, { trim: c.trim, panes: [1, 1], border: 0.07 });
  }
  lantern(stage, s.front, 3.95, 1.7);
  box(stage, [-1.5, 0, -0.9], [2, 0.14, 0.9], '#bdb5a8', { receives: true });
  chimney(stage, [-1.9, 6.2, 4.5], [0.7, 1.9, 0.7], { finish: 'brick', color: c.second });
  path(stage, [-0.2, -15], [-0.6, -0.9], 2, 1.4, '#cdc5b6');
  return {
    left: -5.5,
    right: 5.9,
    back: 9,
    door: -0.6,
    trees: ['birch', 'birch', 'pine', 'round'],
  };
}
