import { tone } from '../color.ts';
import { area4, path } from '../exterior.ts';
import { ledge, windowIn } from '../openings.ts';
import { door, lantern, railing } from '../doors.ts';
import { chimney, gable, hip, leanTo, slope } from '../roofs.ts';
import type { Frame } from '../solids.ts';
import { box, on, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad, cover } from '../surfaces.ts';
import type { HouseColors, Lot } from './lot.ts';

/** Front steps between cheek walls, up to a raised door. */
function stoop(stage: Stage, x: number, width: number, rise: number, color: string): void {
  const count = Math.round(rise / 0.17);
  for (let i = 0; i < count; i += 1) {
    box(stage, [x, 0, -0.3 * (count - i)], [width, (rise * (i + 1)) / count, 0.3], color, {
      casts: true,
      receives: true,
    });
  }
  for (const side of [x - 0.16, x + width])
    box(stage, [side, 0, -0.3 * count], [0.16, rise * 0.75, 0.3 * count], tone(color, -0.1), {
      casts: true,
    });
}

/** One house of a row: three storeys, a stoop, a bay or plain windows, a cornice. */
function rowHouse(
  stage: Stage,
  x: number,
  w: number,
  wall: Material,
  c: HouseColors,
  bay: boolean,
  height: number,
): void {
  const s = sidesOf([x, 0, 0], w, height, 9);
  for (const f of [s.front, s.left, s.right]) clad(stage, f, wall);
  const trim = c.trim;
  ledge(stage, { ...s.front, origin: on(s.front, 0, 0) }, w, 0.95, 0.05, tone(wall.color, -0.12));
  const doorAt = w - 1.75;
  stoop(stage, x + doorAt - 0.25, 1.5, 1, '#a89c90');
  door(stage, s.front, doorAt, 1, { color: c.door, trim, width: 1, height: 2.25 });
  ledge(stage, { ...s.front, origin: on(s.front, doorAt - 0.25, 3.4) }, 1.5, 0.16, 0.35, trim);
  lantern(stage, s.front, doorAt - 0.35, 2.3);
  const storeys = Math.floor((height - 1) / 3);
  for (let k = 0; k < storeys; k += 1) {
    const b = 1.55 + k * 3.05;
    if (bay) {
      const bw = 2.3;
      const f = sidesOf([x + 0.45, b - 0.6, -0.65], bw, 2.9, 0.7);
      for (const side of [f.front, f.left, f.right])
        clad(stage, side, { finish: 'plain', color: k % 2 === 0 ? trim : tone(trim, -0.03) });
      windowIn(stage, f.front, 0.28, 0.6, 0.75, 1.75, {
        trim,
        panes: [1, 2],
        border: 0.05,
        sill: false,
      });
      windowIn(stage, f.front, 1.27, 0.6, 0.75, 1.75, {
        trim,
        panes: [1, 2],
        border: 0.05,
        sill: false,
      });
      windowIn(stage, f.left, 0.12, 0.6, 0.44, 1.75, {
        trim,
        panes: [1, 2],
        border: 0.03,
        sill: false,
      });
      windowIn(stage, f.right, 0.12, 0.6, 0.44, 1.75, {
        trim,
        panes: [1, 2],
        border: 0.03,
        sill: false,
      });
    } else {
      for (const a of [0.55, 1.85]) {
        windowIn(stage, s.front, a, b, 0.85, 1.8, { trim, panes: [2, 2], border: 0.1 });
        ledge(stage, { ...s.front, origin: on(s.front, a - 0.14, b + 1.9) }, 1.13, 0.16, 0.1, trim);
      }
    }
    if (k > 0) {
      windowIn(stage, s.front, doorAt + 0.05, b, 0.85, 1.8, { trim, panes: [2, 2], border: 0.1 });
      ledge(
        stage,
        { ...s.front, origin: on(s.front, doorAt - 0.09, b + 1.9) },
        1.13,
        0.16,
        0.1,
        trim,
      );
    }
  }
  if (bay)
    box(
      stage,
      [x + 0.35, 0.95 + storeys * 3.05 - 0.05, -0.75],
      [2.5, 0.16, 0.8],
      tone(c.roof, 0.05),
      { casts: true },
    );
  ledge(
    stage,
    { ...s.front, origin: on(s.front, -0.04, height - 0.75) },
    w + 0.08,
    0.28,
    0.22,
    trim,
  );
  ledge(
    stage,
    { ...s.front, origin: on(s.front, -0.06, height - 0.35) },
    w + 0.12,
    0.35,
    0.5,
    c.second,
  );
  for (let a = 0.3; a < w - 0.1; a += 0.62)
    ledge(stage, { ...s.front, origin: on(s.front, a, height - 0.5) }, 0.14, 0.36, 0.34, trim);
  box(stage, [x, height, 0.2], [w, 0.06, 8.7], stage.growth.snow ? '#eef0f2' : '#7a7570', {
    receives: true,
  });
  chimney(stage, [x + 0.2, height, 3], [0.7, 1.3, 0.9], { finish: 'brick', color: '#8e5f50' });
}

/** A terrace of town houses along a pavement, each in its own colour. */
export function townhouses(stage: Stage, c: HouseColors): Lot {
  const { random } = stage;
  const walls = [c.wall, tone(c.second, 0.12), '#b9785f', '#c7b79c', '#8c98a0', '#a8a58c'];
  const w = 4.9;
  for (let i = -2; i <= 2; i += 1) {
    const color = walls[(i + 4) % walls.length] ?? c.wall;
    const finish = random.chance(0.55) ? 'brick' : 'stucco';
    const doorColor = [c.door, '#2e4a44', '#7c3b32', '#34465c', '#b3833f'][(i + 5) % 5] ?? c.door;
    rowHouse(
      stage,
      i * w - w / 2,
      w - 0.02,
      { finish, color },
      { ...c, door: doorColor },
      i % 2 === 0,
      10.4 + (Math.abs(i) % 2) * 0.45,
    );
  }
  stage.ground(area4(-40, -30, 80, 24.8), stage.shade('#8e8c8a', [0, 1, 0]));
  stage.ground(area4(-40, -5.4, 80, 0.3), stage.shade('#d6cfc2', [0, 1, 0]));
  stage.ground(
    area4(-40, -5.1, 80, 5.2),
    stage.shade(stage.growth.snow ? '#dfdfdd' : '#c3b9aa', [0, 1, 0]),
  );
  for (let x = -30; x < 30; x += 1.6)
    stage.ground(area4(x, -5.1, 0.05, 5.2), stage.shade('#a79d90', [0, 1, 0]), 0.6);
  for (let i = -2; i <= 2; i += 1) {
    const x = i * w - w / 2;
    const rail: Frame = {
      origin: [x + 0.1, 0, -1.55],
      u: [1, 0, 0],
      v: [0, 1, 0],
      n: [0, 0, -1],
      width: 2.6,
      height: 0.9,
    };
    railing(stage, rail, 0.9, '#33363a');
  }
  return {
    left: -12.2,
    right: 12.2,
    back: 9,
    door: 0.4,
    trees: ['round', 'tall'],
    open: [[-20, 20]],
  };
}

/** Turret, wrap-around porch, fish-scale gables: the painted lady. */
export function victorian(stage: Stage, c: HouseColors): Lot {
  const wall: Material = { finish: 'clapboard', color: c.wall };
  const scales: Material = { finish: 'slate', color: c.second };
  const roof: Material = { finish: 'slate', color: c.roof };
  const s = sidesOf([-4.4, 0.5, 0], 9, 6, 8.5);
  for (const f of [s.front, s.left, s.right, s.back]) clad(stage, f, wall);
  ledge(stage, { ...s.front, origin: on(s.front, 0, 2.95) }, 9, 0.2, 0.06, c.trim);
  hip(stage, {
    x: -4.4,
    z: 0,
    w: 9,
    d: 8.5,
    y: 6.5,
    rise: 4,
    eave: 0.45,
    material: roof,
    edge: c.trim,
  });
  const g = sidesOf([0.6, 0.5, -0.9], 3.6, 6.1, 3);
  for (const f of [g.front, g.left, g.right]) clad(stage, f, wall);
  gable(
    stage,
    {
      x: 0.6,
      z: -0.9,
      w: 3.6,
      d: 4.4,
      y: 6.6,
      rise: 2.7,
      eave: 0.4,
      rake: 0.4,
      material: roof,
      edge: c.trim,
    },
    'z',
    scales,
  );
  // The turret: eight sides and a pointed roof.
  const [cx, cz, r] = [-4.1, 0.4, 1.75];
  const corner = (i: number, rr: number): readonly [number, number] => [
    cx + Math.cos((i / 8) * Math.PI * 2 + Math.PI / 8) * rr,
    cz + Math.sin((i / 8) * Math.PI * 2 + Math.PI / 8) * rr,
  ];
  for (let i = 0; i < 8; i += 1) {
    const [ax, az] = corner(i, r);
    const [bx, bz] = corner(i + 1, r);
    const width = Math.hypot(bx - ax, bz - az);
    const u = [(bx - ax) / width, 0, (bz - az) / width] as const;
    const f: Frame = {
      origin: [ax, 0.5, az],
      u,
      v: [0, 1, 0],
      n: [u[2], 0, -u[0]],
      width,
      height: 7.6,
    };
    clad(stage, f, wall);
    if (f.n[2] < 0.3) {
      windowIn(stage, f, 0.27, 0.75, width - 0.54, 1.75, {
        trim: c.trim,
        panes: [1, 2],
        border: 0.08,
      });
      windowIn(stage, f, 0.27, 3.7, width - 0.54, 1.7, {
        trim: c.trim,
        panes: [1, 2],
        border: 0.08,
      });
      windowIn(stage, f, 0.35, 6.25, width - 0.7, 0.8, {
        trim: c.trim,
        panes: [1, 1],
        border: 0.08,
      });
    }
    const [ox, oz] = corner(i, r + 0.4);
    const [qx, qz] = corner(i + 1, r + 0.4);
    slope(
      stage,
      [
        [ox, 8, oz],
        [qx, 8, qz],
        [cx, 12.2, cz],
      ],
      roof,
      c.trim,
    );
  }
  windowIn(stage, g.front, 0.75, 0.75, 2.1, 1.75, { trim: c.trim, panes: [3, 2], border: 0.1 });
  windowIn(stage, g.front, 0.75, 3.75, 2.1, 1.65, { trim: c.trim, panes: [3, 2], border: 0.1 });
  windowIn(stage, { ...g.front, origin: on(g.front, 0, 6.1) }, 1.35, 0.5, 0.9, 1.1, {
    trim: c.trim,
    panes: [1, 2],
    border: 0.09,
  });
  windowIn(stage, s.front, 3, 3.7, 1, 1.7, { trim: c.trim, panes: [1, 2], border: 0.1 });
  door(stage, s.front, 3.1, 0.1, { color: c.door, trim: c.trim, glazed: true, width: 1.05 });
  for (const a of [1.6, 5.4]) {
    windowIn(stage, s.right, a, 0.75, 1.1, 1.75, { trim: c.trim, panes: [1, 2], border: 0.1 });
    windowIn(stage, s.right, a, 3.7, 1.1, 1.7, { trim: c.trim, panes: [1, 2], border: 0.1 });
  }
  // The porch between turret and gable.
  box(stage, [-2.4, 0, -2], [3.1, 0.6, 2], '#b5ab9e', { casts: true, receives: true });
  for (const x of [-2.25, 0.4])
    box(stage, [x, 0.6, -1.9], [0.16, 2.3, 0.16], c.trim, { casts: true });
  box(stage, [-2.4, 2.8, -1.95], [3.1, 0.22, 0.24], c.trim, { casts: true });
  leanTo(stage, -2.7, -2.3, 3.6, 2.3, 2.95, 3.55, roof, c.trim);
  for (let i = 0; i < 4; i += 1)
    box(stage, [-1.5, 0, -2 - 0.3 * (4 - i)], [1.5, 0.15 * (i + 1), 0.3], '#c0b6a8', {
      casts: true,
      receives: true,
    });
  const brace: Material = { finish: 'plain', color: c.trim };
  cover(
    stage,
    { ...s.front, origin: [-2.1, 2.5, -1.93] },
    [
      [-2.1, 2.8, -1.93],
      [-1.5, 2.8, -1.93],
      [-2.1, 2.2, -1.93],
    ],
    brace,
  );
  cover(
    stage,
    { ...s.front, origin: [-0.2, 2.5, -1.93] },
    [
      [0.42, 2.8, -1.93],
      [-0.18, 2.8, -1.93],
      [0.42, 2.2, -1.93],
    ],
    brace,
  );
  lantern(stage, s.front, 2.75, 1.75);
  chimney(stage, [2.9, 8.6, 4.6], [0.9, 3, 0.9], { finish: 'brick', color: '#8f5a4b' });
  path(stage, [-0.4, -15], [-0.75, -3.2], 2, 1.5, '#c9bfae');
  return {
    left: -5.8,
    right: 4.6,
    back: 8.5,
    door: -0.75,
    trees: ['round', 'tall', 'blossom', 'birch'],
  };
}
