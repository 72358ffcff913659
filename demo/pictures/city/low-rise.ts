import { tone } from '../color.ts';
import { area4 } from '../exterior.ts';
import { windowIn } from '../openings.ts';
import { door, lantern } from '../doors.ts';
import { gable, hip } from '../roofs.ts';
import { box } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { balcony, windowGrid } from './facade.ts';
import { avenue, bed, bench, lampPost, street } from './street-scene.ts';
import type { BlockColors, Block } from './block.ts';
import { walls } from './block.ts';

/** Three wings around a planted court. */
export function courtyard(stage: Stage, c: BlockColors): Block {
  const w = 26;
  street(stage, 4);
  const wall: Material = { finish: 'stucco', color: c.wall };
  const roof: Material = { finish: 'tile', color: c.second };
  stage.ground(area4(-5, -0.2, 10, 12), stage.shade(stage.growth.lawn, [0, 1, 0]));
  stage.ground(area4(-1, -4, 2, 16), stage.shade('#d3c2a5', [0, 1, 0]));
  const back = walls(stage, -w / 2, 0, 12, w, 10.6, 8, wall);
  hip(stage, {
    x: -w / 2,
    z: 12,
    w,
    d: 8,
    y: 10.6,
    rise: 2,
    eave: 0.5,
    material: roof,
    edge: '#7a5340',
  });
  windowGrid(stage, back.front, {
    a: 9,
    b: 4.3,
    dx: 3.2,
    dy: 3.1,
    cols: 3,
    rows: 2,
    w: 1.3,
    h: 1.8,
    trim: c.trim,
    panes: [2, 3],
    border: 0.12,
  });
  door(stage, back.front, 12.2, 0.1, {
    color: c.accent,
    trim: c.trim,
    width: 1.5,
    height: 2.6,
    glazed: true,
    side: true,
  });
  for (const side of [-1, 1]) {
    const x = side < 0 ? -w / 2 : w / 2 - 8;
    const s = walls(stage, x, 0, 0, 8, 9.8, 12, wall);
    hip(stage, {
      x,
      z: 0,
      w: 8,
      d: 12,
      y: 9.8,
      rise: 1.9,
      eave: 0.5,
      material: roof,
      edge: '#7a5340',
    });
    for (const f of [s.front, side < 0 ? s.right : s.left]) {
      const cols = f === s.front ? 3 : 4;
      const dx = f.width / cols;
      windowGrid(stage, f, {
        a: (dx - 1.15) / 2,
        b: 1,
        dx,
        dy: 3.1,
        cols,
        rows: 3,
        w: 1.15,
        h: 1.75,
        trim: c.trim,
        panes: [2, 3],
        border: 0.12,
      });
    }
    windowGrid(stage, side < 0 ? s.left : s.right, {
      a: 1,
      b: 1,
      dx: 2.8,
      dy: 3.1,
      cols: 4,
      rows: 3,
      w: 1.15,
      h: 1.75,
      trim: c.trim,
      panes: [2, 3],
      border: 0.12,
    });
    for (const r of [1, 2])
      balcony(stage, s.front, 2.6, r * 3.1 + 0.7, 2.8, 0.9, '#3a3a3a', 'bars');
    bed(stage, x + 0.3, x + 7.7, -0.9);
    lantern(stage, s.front, 0.8, 2.1);
  }
  avenue(stage, 5, [-3.4, 3.4], 5, 'olive');
  avenue(stage, 8.6, [-3.6, 3.6], 7.5, 'cypress');
  avenue(stage, -2.6, [-15.5, 15.5], 6.5, 'round');
  lampPost(stage, -4.4, -2.2, 3.6);
  lampPost(stage, 4.4, -2.2, 3.6);
  bench(stage, -4.4, 4);
  return { width: w, tall: 12.6 };
}

/** Three storeys under gables with loggias, in a garden. */
export function gardenFlats(stage: Stage, c: BlockColors): Block {
  const w = 24;
  const boards: Material = { finish: 'clapboard', color: c.wall };
  stage.ground(area4(-60, -12, 120, 2.6), stage.shade('#cbc1b2', [0, 1, 0]));
  stage.ground(area4(-60, -60, 120, 48), stage.shade('#8c8c90', [0, 1, 0]));
  stage.ground(area4(-1.2, -10, 2.4, 10), stage.shade('#d6cab6', [0, 1, 0]));
  const mid = walls(stage, -4, 0, 1.4, 8, 9.6, 9, { finish: 'brick', color: c.second });
  gable(
    stage,
    {
      x: -12,
      z: 1,
      w: 24,
      d: 10,
      y: 9.6,
      rise: 2.6,
      eave: 0.5,
      material: { finish: 'shingle', color: '#5d5853' },
      edge: c.trim,
    },
    'x',
    boards,
  );
  windowGrid(stage, mid.front, {
    a: 0.8,
    b: 4.1,
    dx: 2.4,
    dy: 3.1,
    cols: 3,
    rows: 2,
    w: 1.6,
    h: 1.7,
    trim: c.trim,
    panes: [2, 1],
    border: 0.1,
  });
  door(stage, mid.front, 3.2, 0.1, {
    color: c.accent,
    trim: c.trim,
    width: 1.5,
    height: 2.4,
    glazed: true,
    side: true,
  });
  box(stage, [-1.8, 2.95, -0.6], [3.6, 0.2, 2], c.accent, { casts: true });
  for (const x of [-1.7, 1.55])
    box(stage, [x, 0, -0.5], [0.15, 2.95, 0.15], c.trim, { casts: true });
  for (const side of [-1, 1]) {
    const x = side < 0 ? -12 : 4;
    const s = walls(stage, x, 0, 0, 8, 9.6, 11, boards);
    gable(
      stage,
      {
        x,
        z: 0,
        w: 8,
        d: 11,
        y: 9.6,
        rise: 3.1,
        eave: 0.4,
        rake: 0.5,
        material: { finish: 'shingle', color: '#5d5853' },
        edge: c.trim,
      },
      'z',
      { finish: 'batten', color: tone(c.wall, 0.2) },
    );
    windowGrid(stage, s.front, {
      a: side < 0 ? 4.6 : 0.7,
      b: 1,
      dx: 3,
      dy: 3.1,
      cols: 1,
      rows: 3,
      w: 2.6,
      h: 1.6,
      trim: c.trim,
      panes: [3, 1],
      border: 0.12,
    });
    for (let r = 0; r < 3; r += 1) {
      const a = side < 0 ? 0.8 : 4.2;
      windowIn(stage, s.front, a + 0.4, r * 3.1 + 0.35, 2.2, 2.2, {
        trim: c.trim,
        panes: [2, 1],
        border: 0.1,
        sill: false,
      });
      if (r > 0) balcony(stage, s.front, a, r * 3.1 + 0.15, 3, 1.5, c.trim, 'bars');
    }
    windowGrid(stage, side < 0 ? s.left : s.right, {
      a: 1.2,
      b: 1,
      dx: 3,
      dy: 3.1,
      cols: 3,
      rows: 3,
      w: 1.3,
      h: 1.6,
      trim: c.trim,
      panes: [2, 1],
      border: 0.12,
    });
    bed(stage, x + 0.4, x + 7.6, -1.7);
  }
  avenue(stage, 14, [-16, -9, 0, 8, 15], 13, 'round');
  avenue(stage, -6, [-15, 14.5], 7.5, 'round');
  avenue(stage, -7.5, [-8.5, 8], 5.4, 'birch');
  lampPost(stage, 2.2, -7.5, 3.4);
  return { width: w, tall: 12.8 };
}
