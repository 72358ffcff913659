import { tone } from '../color.ts';
import { path } from '../exterior.ts';
import { ledge, windowIn } from '../openings.ts';
import { door, garageDoor, lantern } from '../doors.ts';
import { chimney, gable, hip } from '../roofs.ts';
import type { Frame } from '../solids.ts';
import { box, on, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad } from '../surfaces.ts';
import type { HouseColors, Lot } from './lot.ts';
import { block, porch } from './traditional.ts';

/** White boards, dark metal, a gable to the road and a long porch: the farmhouse of today. */
export function farmhouse(stage: Stage, c: HouseColors): Lot {
  const wall: Material = { finish: 'batten', color: c.wall };
  const roof: Material = { finish: 'seam', color: c.roof };
  const s = block(stage, -2.2, 1, 9, 3.3, 7, wall);
  gable(
    stage,
    {
      x: -2.2,
      z: 1,
      w: 9,
      d: 7,
      y: 3.3,
      rise: 3,
      eave: 0.5,
      rake: 0.4,
      material: roof,
      edge: c.trim,
    },
    'x',
    wall,
  );
  const g = block(stage, -7, -0.8, 5, 5.2, 8, wall);
  gable(
    stage,
    {
      x: -7,
      z: -0.8,
      w: 5,
      d: 8,
      y: 5.2,
      rise: 2.6,
      eave: 0.4,
      rake: 0.4,
      material: roof,
      edge: c.trim,
    },
    'z',
    wall,
  );
  const dark = c.second;
  windowIn(stage, g.front, 1.2, 0.9, 2.6, 1.8, { trim: dark, panes: [4, 3], border: 0.07 });
  windowIn(stage, g.front, 1.6, 3.5, 1.8, 1.6, { trim: dark, panes: [3, 3], border: 0.07 });
  for (const a of [1.4, 4.6])
    windowIn(stage, g.left, a, 0.9, 1.1, 1.8, { trim: dark, panes: [2, 3], border: 0.07 });
  windowIn(stage, s.front, 1, 0.85, 1.5, 1.8, { trim: dark, panes: [3, 3], border: 0.07 });
  windowIn(stage, s.front, 6.6, 0.85, 1.5, 1.8, { trim: dark, panes: [3, 3], border: 0.07 });
  door(stage, s.front, 4.1, 0.4, { color: c.door, trim: c.trim, glazed: true });
  stage.at([0, 0, 1], 0, () =>
    porch(stage, -1.9, 8.6, 2.1, { ...c, roof: c.roof }, 2.4, { posts: 5, high: 2.85 }),
  );
  for (const a of [1.5, 4.4])
    windowIn(stage, s.right, a, 0.9, 1.1, 1.7, { trim: dark, panes: [2, 3], border: 0.07 });
  lantern(stage, s.front, 3.7, 1.75);
  chimney(stage, [5.2, 4.5, 4], [0.8, 3, 0.8], { finish: 'stone', color: '#9b9084' });
  path(stage, [1.2, -15], [2.4, -2.1], 2.2, 1.6);
  return { left: -7, right: 6.8, back: 8, door: 2.4, trees: ['round', 'tall', 'pine', 'birch'] };
}

/** Long, low and easy: one storey under a wide hip, the garage under the same roof. */
export function ranch(stage: Stage, c: HouseColors): Lot {
  const wall: Material = { finish: 'clapboard', color: c.wall };
  const s = block(stage, -8, 0, 11, 2.8, 7.5, wall);
  const g = block(stage, 3, -1.4, 5.6, 2.8, 8, { finish: 'brick', color: c.second });
  hip(stage, {
    x: -8,
    z: 0,
    w: 12.5,
    d: 7.5,
    y: 2.8,
    rise: 2.2,
    eave: 0.8,
    material: { finish: 'shingle', color: c.roof },
    edge: c.trim,
  });
  gable(
    stage,
    {
      x: 3,
      z: -1.4,
      w: 5.6,
      d: 8,
      y: 2.8,
      rise: 1.7,
      eave: 0.6,
      rake: 0.5,
      material: { finish: 'shingle', color: c.roof },
      edge: c.trim,
    },
    'z',
    { finish: 'batten', color: c.wall },
  );
  garageDoor(stage, g.front, 0.7, 4.2, 2.2, tone(c.trim, -0.06), c.trim);
  // A brick skirt under the living-room window.
  ledge(stage, s.front, 7.2, 0.9, 0.1, c.second);
  windowIn(stage, s.front, 0.9, 1.05, 1.5, 1.25, { trim: c.trim, panes: [2, 1], shutters: c.door });
  windowIn(stage, s.front, 4, 1.05, 2.8, 1.35, { trim: c.trim, panes: [3, 1] });
  door(stage, s.front, 8.3, 0.2, { color: c.door, trim: c.trim, side: true });
  windowIn(stage, s.left, 1.4, 1, 1.4, 1.2, { trim: c.trim, panes: [2, 1] });
  windowIn(stage, s.left, 4.8, 1, 1.4, 1.2, { trim: c.trim, panes: [2, 1] });
  box(stage, [-0.7, 0, -1.3], [2.9, 0.18, 1.3], '#b9b0a2', { receives: true });
  lantern(stage, s.front, 7.7, 1.65);
  chimney(stage, [-3.6, 3.4, 3.6], [1.3, 2.3, 0.8], { finish: 'brick', color: c.second });
  path(stage, [5.4, -15], [5.8, -1.5], 5.2, 4.4, '#c5beb2');
  path(stage, [2.6, -4.2], [0.8, -1.3], 1.8, 1.5, '#cfc6b6');
  return { left: -8, right: 8.6, back: 8, door: 0.8, open: [[3, 8.6]] };
}

/** Steep roofs, half timber and a round-headed door: a cottage out of a storybook. */
export function cottage(stage: Stage, c: HouseColors): Lot {
  const wall: Material = { finish: 'stucco', color: c.wall };
  const s = block(stage, -4.6, 0, 9.6, 3, 7.5, wall);
  const g = block(stage, -4.2, -1.3, 4.4, 3.2, 4, { finish: 'stone', color: '#b3a695' });
  gable(
    stage,
    {
      x: -4.6,
      z: 0,
      w: 9.6,
      d: 7.5,
      y: 3,
      rise: 4.2,
      eave: 0.5,
      rake: 0.35,
      material: { finish: 'slate', color: c.roof },
      edge: c.trim,
    },
    'x',
    wall,
  );
  gable(
    stage,
    {
      x: -4.2,
      z: -1.3,
      w: 4.4,
      d: 5,
      y: 3.2,
      rise: 3.4,
      eave: 0.45,
      rake: 0.3,
      material: { finish: 'slate', color: c.roof },
      edge: c.trim,
    },
    'z',
    wall,
  );
  const upper: Frame = { ...g.front, origin: on(g.front, 0, 3.2), height: 3 };
  // Timbers on the gable.
  for (const [a, b, w, h] of [
    [0, 0, 4.4, 0.16],
    [1.05, 0, 0.13, 1.7],
    [2.14, 0, 0.13, 3.1],
    [3.22, 0, 0.13, 1.7],
    [0.9, 1.3, 2.6, 0.13],
  ] as const) {
    stage.face({
      rings: [[on(upper, a, b), on(upper, a + w, b), on(upper, a + w, b + h), on(upper, a, b + h)]],
      normal: upper.n,
      color: c.second,
      opacity: 1,
    });
  }
  windowIn(stage, g.front, 1.1, 0.9, 2.2, 1.5, { trim: c.second, panes: [4, 3] });
  windowIn(stage, upper, 1.75, 0.35, 0.9, 0.85, { trim: c.second, panes: [2, 2] });
  door(stage, s.front, 5.7, 0.15, { color: c.door, trim: c.second });
  windowIn(stage, s.front, 7.6, 0.95, 1.3, 1.3, {
    trim: c.second,
    panes: [3, 3],
    shutters: c.door,
  });
  for (const f of [s.left, s.right])
    windowIn(stage, f, 2.9, 0.95, 1.4, 1.3, { trim: c.second, panes: [3, 3] });
  const dormer = sidesOf([2, 3.6, 0.5], 1.7, 1.2, 2);
  for (const f of [dormer.front, dormer.left, dormer.right]) clad(stage, f, wall);
  windowIn(stage, dormer.front, 0.4, 0.25, 0.9, 0.85, { trim: c.second, panes: [2, 2] });
  gable(
    stage,
    {
      x: 2,
      z: 0.5,
      w: 1.7,
      d: 2.4,
      y: 4.8,
      rise: 0.95,
      eave: 0.22,
      rake: 0.2,
      material: { finish: 'slate', color: c.roof },
      edge: c.trim,
    },
    'z',
    wall,
  );
  chimney(stage, [3.9, 3, 3.2], [1, 5.6, 1], { finish: 'stone', color: '#a4968a' });
  lantern(stage, s.front, 5.3, 1.75);
  box(stage, [0.9, 0, -0.7], [1.6, 0.15, 0.7], '#b9b0a2', { receives: true });
  path(stage, [3.4, -15], [1.7, -0.8], 2.2, 1.3, '#cbbda6');
  return {
    left: -4.6,
    right: 5,
    back: 7.5,
    door: 1.7,
    trees: ['round', 'round', 'birch', 'blossom'],
  };
}
