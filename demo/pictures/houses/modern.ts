import { tone } from '../color.ts';
import { area4, path } from '../exterior.ts';
import type { Ring } from '../geometry.ts';
import { windowIn } from '../openings.ts';
import { door, garageDoor, lantern } from '../doors.ts';
import { chimney, flat, frameOf, slope } from '../roofs.ts';
import type { Frame } from '../solids.ts';
import { box, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad, cover } from '../surfaces.ts';
import type { HouseColors, Lot } from './lot.ts';

export function volume(
  stage: Stage,
  x: number,
  y: number,
  z: number,
  w: number,
  h: number,
  d: number,
  m: Material,
): ReturnType<typeof sidesOf> {
  const s = sidesOf([x, y, z], w, h, d);
  for (const f of [s.front, s.left, s.right, s.back, s.bottom]) clad(stage, f, m);
  return s;
}

/** Stacked boxes of plaster and cedar under thin roofs, with a wall of glass to the garden. */
export function modern(stage: Stage, c: HouseColors): Lot {
  const plaster: Material = { finish: 'stucco', color: c.wall };
  const wood: Material = { finish: 'cedar', color: c.second };
  const ground = volume(stage, -6.5, 0, 0.6, 9, 3, 8, plaster);
  const upper = volume(stage, -4.2, 3.2, -0.9, 9.6, 2.9, 7.6, wood);
  const garage = volume(stage, 2.5, 0, 0.6, 4.6, 3, 8, { finish: 'concrete', color: '#a9a49b' });
  flat(stage, {
    x: -6.5,
    z: 0.6,
    w: 9,
    d: 8,
    y: 3,
    eave: 0.25,
    edge: c.trim,
    material: plaster,
    thickness: 0.22,
  });
  flat(stage, {
    x: 2.5,
    z: 0.6,
    w: 4.6,
    d: 8,
    y: 3,
    eave: 0.15,
    edge: c.trim,
    material: plaster,
    thickness: 0.22,
  });
  flat(stage, {
    x: -4.2,
    z: -0.9,
    w: 9.6,
    d: 7.6,
    y: 6.1,
    eave: 0.5,
    edge: c.trim,
    material: plaster,
    thickness: 0.24,
  });
  const frame = c.roof;
  windowIn(stage, ground.front, 0.6, 0.1, 4, 2.6, {
    trim: frame,
    panes: [3, 1],
    border: 0.06,
    sill: false,
  });
  windowIn(stage, upper.front, 0.7, 0.5, 3.2, 1.9, { trim: frame, panes: [3, 1], border: 0.06 });
  windowIn(stage, upper.front, 5.2, 0.1, 3.6, 2.4, {
    trim: frame,
    panes: [3, 1],
    border: 0.06,
    sill: false,
  });
  windowIn(stage, upper.left, 1.4, 0.5, 2, 1.9, { trim: frame, panes: [2, 1], border: 0.06 });
  windowIn(stage, upper.right, 3.2, 0.5, 2.6, 1.9, { trim: frame, panes: [2, 1], border: 0.06 });
  windowIn(stage, ground.left, 2.4, 0.4, 3.4, 2.2, { trim: frame, panes: [3, 1], border: 0.06 });
  door(stage, ground.front, 6.3, 0.1, { color: c.door, trim: frame, width: 1.2, height: 2.5 });
  garageDoor(stage, garage.front, 0.6, 3.4, 2.3, tone(c.second, -0.1), frame);
  box(stage, [5.15, 0, -0.7], [0.16, 3.2, 0.16], frame, { casts: true });
  lantern(stage, ground.front, 5.8, 1.75);
  const slab = stage.shade('#cfc8bb', [0, 1, 0]);
  for (let i = 0; i < 7; i += 1) stage.ground(area4(-1 - i * 0.05, -1.4 - i * 1.15, 2, 0.85), slab);
  path(stage, [4.6, -15], [4.8, 0.5], 4.4, 3.6, '#bdb8ae');
  box(stage, [-6.3, 0, -1.4], [4.4, 0.45, 0.7], '#b7b1a5', { casts: true, receives: true });
  return {
    left: -6.5,
    right: 7.1,
    back: 8.6,
    door: 0.3,
    open: [[2.4, 7.2]],
    trees: ['birch', 'olive', 'pine', 'tall'],
  };
}

/** A long low-pitched roof, clerestory glass, brick that runs through: mid-century. */
export function midcentury(stage: Stage, c: HouseColors): Lot {
  const boards: Material = { finish: 'batten', color: c.wall };
  const s = volume(stage, -7.5, 0, 0, 15, 2.6, 7.5, boards);
  const edge = c.trim;
  const roof: Material = { finish: 'plain', color: c.roof };
  const front: Ring = [
    [-7.5, 2.6, 0],
    [7.5, 2.6, 0],
    [0.9, 4.05, 0],
  ];
  cover(stage, frameOf(front), front, boards);
  const y = 2.72;
  slope(
    stage,
    [
      [-9, y - 0.25, 9],
      [-9, y - 0.25, -1.6],
      [0.9, y + 1.5, -1.6],
      [0.9, y + 1.5, 9],
    ],
    roof,
    edge,
  );
  slope(
    stage,
    [
      [9, y - 0.3, -1.6],
      [9, y - 0.3, 9],
      [0.9, y + 1.5, 9],
      [0.9, y + 1.5, -1.6],
    ],
    roof,
    edge,
  );
  windowIn(stage, s.front, 4.7, 0.15, 4.6, 2.3, {
    trim: edge,
    panes: [4, 1],
    border: 0.07,
    sill: false,
  });
  windowIn(stage, s.front, 0.9, 1.3, 2.8, 0.9, { trim: edge, panes: [3, 1], border: 0.07 });
  const up: Frame = { ...s.front, origin: [-7.5, 2.6, 0] };
  windowIn(stage, up, 5.9, 0.14, 1.9, 0.62, {
    trim: edge,
    panes: [1, 1],
    border: 0.05,
    sill: false,
  });
  windowIn(stage, up, 8.1, 0.14, 1.9, 0.62, {
    trim: edge,
    panes: [1, 1],
    border: 0.05,
    sill: false,
  });
  // The brick wall that runs on into the garden.
  const brick = sidesOf([2.4, 0, -2.4], 0.4, 2.5, 3);
  for (const f of [brick.front, brick.left, brick.right])
    clad(stage, f, { finish: 'brick', color: c.second });
  box(stage, [2.4, 2.5, -2.4], [0.4, 0.08, 3], '#8d8479');
  door(stage, s.front, 10.5, 0.1, {
    color: c.door,
    trim: edge,
    width: 1.1,
    height: 2.3,
    side: true,
  });
  windowIn(stage, s.front, 12.6, 1.1, 1.8, 1.1, { trim: edge, panes: [2, 1], border: 0.07 });
  windowIn(stage, s.left, 2, 1.1, 2.6, 1.1, { trim: edge, panes: [2, 1], border: 0.07 });
  for (const x of [-6.9, -2.7]) box(stage, [x, 0, -1.35], [0.14, 2.6, 0.14], edge, { casts: true });
  lantern(stage, s.front, 12.1, 1.65);
  chimney(stage, [-3.6, 3.2, 3.5], [1.8, 1.9, 0.8], { finish: 'brick', color: c.second });
  const slab = stage.shade('#d3cabb', [0, 1, 0]);
  for (let i = 0; i < 7; i += 1)
    stage.ground(area4(2.9 + (i % 2) * 0.25, -1.3 - i * 1.2, 1.7, 0.9), slab);
  box(stage, [2.6, 0, -1], [2.4, 0.1, 1], '#c3bbad', { receives: true });
  return {
    left: -7.5,
    right: 7.5,
    back: 7.5,
    door: 3.6,
    dry: true,
    open: [[2.2, 3]],
    trees: ['olive', 'palm', 'cypress', 'pine'],
  };
}
