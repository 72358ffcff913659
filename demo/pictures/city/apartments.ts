import { tone } from '../color.ts';
import { ledge, windowIn } from '../openings.ts';
import { door, lantern } from '../doors.ts';
import { flat } from '../roofs.ts';
import { box, on, panel } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { balcony, windowGrid } from './facade.ts';
import { avenue, bed, bench, car, lampPost, street } from './street-scene.ts';
import type { BlockColors, Block } from './block.ts';
import { walls, shopfront, flank } from './block.ts';

/** Brick, bays, a cornice and shops below: the block on the corner. */
export function walkUp(stage: Stage, c: BlockColors): Block {
  const [w, h] = [19, 16.4];
  street(stage, 5.5);
  flank(stage, w);
  const s = walls(stage, -w / 2, 0, 0, w, h, 13, { finish: 'brick', color: c.wall });
  for (let i = 0; i < 3; i += 1) {
    const a = 0.6 + i * 6.4;
    if (i === 1) {
      door(stage, s.front, a + 2.1, 0.15, {
        color: c.accent,
        trim: c.trim,
        width: 1.4,
        height: 2.6,
        glazed: true,
        side: true,
      });
      lantern(stage, s.front, a + 1.3, 2);
      lantern(stage, s.front, a + 4.4, 2);
    } else shopfront(stage, s.front, a, 5.2, c.second, c.accent);
  }
  shopfront(stage, s.left, 1, 5, c.second);
  ledge(stage, { ...s.front, origin: on(s.front, -0.1, 3.4) }, w + 0.2, 0.3, 0.25, c.trim);
  for (const f of [s.left, s.right])
    windowGrid(stage, f, {
      a: 1.2,
      b: 4.7,
      dx: 2.9,
      dy: 3.1,
      cols: 4,
      rows: 4,
      w: 1.15,
      h: 1.85,
      trim: c.trim,
      panes: [1, 2],
      border: 0.12,
    });
  for (const a of [1.2, 13.6]) {
    const bay = walls(stage, -w / 2 + a, 4, -1, 4.2, 11, 1.2, { finish: 'plain', color: c.trim });
    windowGrid(stage, bay.front, {
      a: 0.5,
      b: 0.7,
      dx: 1.75,
      dy: 3.1,
      cols: 2,
      rows: 3,
      w: 1.35,
      h: 1.9,
      trim: c.second,
      panes: [1, 2],
      border: 0.06,
    });
    for (const f of [bay.left, bay.right])
      windowGrid(stage, f, {
        a: 0.2,
        b: 0.7,
        dx: 1,
        dy: 3.1,
        cols: 1,
        rows: 3,
        w: 0.7,
        h: 1.9,
        trim: c.second,
        border: 0.05,
      });
    box(stage, [-w / 2 + a - 0.12, 15, -1.12], [4.44, 0.25, 1.3], c.second, { casts: true });
  }
  for (let r = 0; r < 4; r += 1) {
    for (const a of [6.4, 8.9, 11.3]) {
      windowIn(stage, s.front, a, 4.75 + r * 3, 1.15, 1.85, {
        trim: c.trim,
        panes: [1, 2],
        border: 0.1,
      });
    }
  }
  ledge(stage, { ...s.front, origin: on(s.front, -0.3, h - 0.75) }, w + 0.6, 0.75, 0.7, c.trim);
  for (let a = 0.2; a < w; a += 1.1)
    ledge(stage, { ...s.front, origin: on(s.front, a, h - 1.25) }, 0.3, 0.5, 0.5, c.trim);
  avenue(stage, -4.4, [-13.5, -3.2, 11.5], 6.6, 'round', 4.2);
  lampPost(stage, 5, -4.6);
  car(stage, 5.4, -8.2, c.accent);
  return { width: w, tall: h };
}

/** Stepped volumes in plaster and brick with balconies. */
export function midRise(stage: Stage, c: BlockColors): Block {
  const [w, h] = [24, 17.2];
  street(stage, 6);
  flank(stage, w);
  const m = walls(stage, -w / 2, 0, 0, w, 3.6, 14, {
    finish: 'concrete',
    color: tone(c.second, 0.1),
  });
  const left = walls(stage, -w / 2, 3.6, 0, 9, 12.4, 14, { finish: 'brick', color: c.wall });
  const mid = walls(stage, -w / 2 + 9, 3.6, 1.4, 6.4, 13.6, 12, {
    finish: 'stucco',
    color: c.trim,
  });
  const right = walls(stage, w / 2 - 8.6, 3.6, 0, 8.6, 9.4, 14, {
    finish: 'cedar',
    color: c.second,
  });
  flat(stage, {
    x: -w / 2,
    z: 0,
    w: 9,
    d: 14,
    y: 16,
    eave: 0.2,
    edge: c.trim,
    material: { finish: 'plain', color: c.trim },
  });
  flat(stage, {
    x: -w / 2 + 9,
    z: 1.4,
    w: 6.4,
    d: 12,
    y: 17.2,
    eave: 0.3,
    edge: c.second,
    material: { finish: 'plain', color: c.trim },
  });
  flat(stage, {
    x: w / 2 - 8.6,
    z: 0,
    w: 8.6,
    d: 14,
    y: 13,
    eave: 0.2,
    edge: c.trim,
    material: { finish: 'plain', color: c.trim },
  });
  const dark = '#34383b';
  windowGrid(stage, left.front, {
    a: 0.8,
    b: 0.7,
    dx: 4.2,
    dy: 3.1,
    cols: 2,
    rows: 4,
    w: 3.2,
    h: 2.1,
    trim: dark,
    panes: [3, 1],
    border: 0.07,
  });
  windowGrid(stage, mid.front, {
    a: 0.7,
    b: 0.4,
    dx: 2.6,
    dy: 3.1,
    cols: 2,
    rows: 4,
    w: 2.1,
    h: 2.5,
    trim: dark,
    panes: [2, 1],
    border: 0.07,
  });
  windowGrid(stage, right.front, {
    a: 0.8,
    b: 0.7,
    dx: 2.5,
    dy: 3.1,
    cols: 3,
    rows: 3,
    w: 1.6,
    h: 2.1,
    trim: dark,
    panes: [2, 1],
    border: 0.07,
  });
  for (const f of [left.left, right.right])
    windowGrid(stage, f, {
      a: 1.2,
      b: 0.7,
      dx: 3.1,
      dy: 3.1,
      cols: 4,
      rows: f === left.left ? 4 : 3,
      w: 1.5,
      h: 2,
      trim: dark,
      panes: [2, 1],
      border: 0.07,
    });
  for (let r = 0; r < 4; r += 1) {
    balcony(stage, mid.front, 0.4, r * 3.1 + 0.2, 5.6, 1.3, dark, 'bars');
    if (r % 2 === 0) balcony(stage, left.front, 0.6, r * 3.1 + 0.45, 3.6, 1.4, dark, 'glass');
    else balcony(stage, left.front, 4.8, r * 3.1 + 0.45, 3.6, 1.4, dark, 'glass');
  }
  for (const a of [0.8, 5.4, 15.8, 19.9]) shopfront(stage, m.front, a, a > 15 ? 3.6 : 4, dark);
  door(stage, m.front, 11.2, 0.1, {
    color: c.accent,
    trim: dark,
    width: 1.6,
    height: 2.7,
    glazed: true,
    side: true,
  });
  box(stage, [-w / 2 + 9.4, 3.2, -1.6], [5.6, 0.22, 1.8], c.accent, { casts: true });
  bed(stage, -w / 2 + 0.6, -2.4, -0.9);
  avenue(stage, -4.6, [-15, -6.5, 8, 16.5], 6.4, 'tall', 3.4);
  lampPost(stage, 1.4, -4.9);
  bench(stage, 3.4, -2.2);
  return { width: w, tall: h };
}

/** Piers that run up through stepped storeys: the thirties. */
export function deco(stage: Stage, c: BlockColors): Block {
  const [w, h] = [18, 23.5];
  street(stage, 5.5);
  flank(stage, w);
  const wall: Material = { finish: 'brick', color: c.wall };
  const base = walls(stage, -w / 2, 0, 0, w, 16.5, 13, wall);
  const mid = walls(stage, -w / 2 + 2.6, 16.5, 0.8, w - 5.2, 4.6, 11, wall);
  walls(stage, -3, 21.1, 2, 6, 2.4, 6, { finish: 'stucco', color: c.trim });
  for (const f of [base.front, base.left, base.right]) {
    const cols = f === base.front ? 7 : 5;
    const dx = f.width / cols;
    windowGrid(stage, f, {
      a: (dx - 1.25) / 2,
      b: 4.4,
      dx,
      dy: 3,
      cols,
      rows: 4,
      w: 1.25,
      h: 1.8,
      trim: c.second,
      panes: [2, 3],
      border: 0.06,
    });
    for (let i = 0; i <= cols; i += 1)
      ledge(
        stage,
        { ...f, origin: on(f, Math.min(f.width - 0.42, Math.max(0, i * dx - 0.21)), 3.6) },
        0.42,
        13.3,
        0.18,
        c.trim,
      );
    panel(stage, f, [0, 0, f.width, 3.6], c.trim);
    panel(stage, f, [0, 3.3, f.width, 0.18], c.accent);
  }
  for (const i of [0, 1, 3, 4]) shopfront(stage, base.front, 0.7 + i * 3.5, 2.7, c.second);
  door(stage, base.front, 8.2, 0.1, {
    color: c.accent,
    trim: c.second,
    width: 1.6,
    height: 2.7,
    glazed: true,
  });
  box(stage, [-2.2, 3.05, -1.7], [4.4, 0.35, 1.9], c.accent, { casts: true });
  windowGrid(stage, mid.front, {
    a: 0.9,
    b: 0.8,
    dx: 2.4,
    dy: 3,
    cols: 5,
    rows: 1,
    w: 1.3,
    h: 2.2,
    trim: c.second,
    panes: [2, 3],
    border: 0.08,
  });
  windowGrid(stage, mid.left, {
    a: 0.9,
    b: 0.8,
    dx: 2.4,
    dy: 3,
    cols: 4,
    rows: 1,
    w: 1.3,
    h: 2.2,
    trim: c.second,
    panes: [2, 3],
    border: 0.08,
  });
  windowGrid(stage, mid.right, {
    a: 0.9,
    b: 0.8,
    dx: 2.4,
    dy: 3,
    cols: 4,
    rows: 1,
    w: 1.3,
    h: 2.2,
    trim: c.second,
    panes: [2, 3],
    border: 0.08,
  });
  box(stage, [-w / 2 + 2.4, 21, 0.6], [w - 4.8, 0.4, 11.4], c.trim, { casts: true });
  box(stage, [-3.2, 23.4, 1.8], [6.4, 0.35, 6.4], c.trim);
  avenue(stage, -4.4, [-11.5, -5.4, 6, 12.5], 5.6, 'round', 3.4);
  lampPost(stage, 0.2, -4.7);
  car(stage, -9.4, -8.4, '#5d7689');
  return { width: w, tall: h };
}
