import type { Vec3 } from '../geometry.ts';
import { agave, flowers, grass, hedge, shrub } from '../planting.ts';
import type { Stage } from '../stage.ts';
import { tree } from '../trees.ts';
import type { TreeKind } from '../trees.ts';

/** Colours of one house; walls and roof carry it, the door is its one accent. */
export interface HouseColors {
  wall: string;
  second: string;
  trim: string;
  roof: string;
  door: string;
}

export interface Lot {
  /** The house's outline on the ground, and where its door is. */
  left: number;
  right: number;
  back: number;
  door: number;
  trees?: readonly TreeKind[];
  dry?: boolean;
  /** Places along the front that stay open: drives, garage doors. */
  open?: readonly (readonly [number, number])[];
}

/** Planting along the front wall: low things between doors and drives, in loose groups. */
export function foundation(stage: Stage, lot: Lot, z = -0.9): void {
  const { random, growth } = stage;
  const bloom = random.pick(growth.flowers);
  let x = lot.left + 0.3;
  while (x < lot.right - 0.3) {
    const closed =
      Math.abs(x - lot.door) < 1.35 ||
      (lot.open ?? []).some(([a, b]) => x > a - 0.6 && x < b + 0.6);
    if (!closed) {
      const at: Vec3 = [x, 0, z + random.range(-0.25, 0.15)];
      const draw = random.next();
      if (lot.dry === true && draw < 0.45) agave(stage, at, random.range(0.5, 0.85));
      else if (draw < 0.5)
        shrub(
          stage,
          at,
          random.range(0.9, 1.5),
          random.range(0.6, 1.05),
          random.chance(0.45) && !growth.snow ? bloom : undefined,
        );
      else if (draw < 0.8)
        flowers(stage, [x, 0, z - 0.3], random.range(1, 1.7), random.range(0.4, 0.7), [
          bloom,
          random.pick(growth.flowers),
        ]);
      else grass(stage, at, 0.7, random.range(0.6, 1));
    }
    x += random.range(0.7, 1.25);
  }
}

/** Trees behind and beside the house, and one nearer to the viewer that frames the picture. */
export function grove(stage: Stage, lot: Lot, frame: 'left' | 'right' | 'none' = 'left'): void {
  const { random } = stage;
  const kinds = lot.trees ?? ['round', 'tall', 'birch', 'pine'];
  for (let i = 0; i < 6; i += 1) {
    const side = i % 2 === 0 ? -1 : 1;
    const x = (side < 0 ? lot.left : lot.right) + side * random.range(1.5, 9);
    tree(stage, [x, 0, random.range(lot.back * 0.5, lot.back + 9)], {
      kind: random.pick(kinds),
      height: random.range(6, 10.5),
    });
  }
  for (let i = 0; i < 3; i += 1) {
    tree(stage, [random.range(lot.left, lot.right), 0, lot.back + random.range(3, 9)], {
      kind: random.pick(kinds),
      height: random.range(9, 12.5),
      shadow: false,
    });
  }
  if (frame === 'none') return;
  const side = frame === 'left' ? -1 : 1;
  const x = side < 0 ? lot.left - random.range(1, 2.4) : lot.right + random.range(1, 2.4);
  tree(stage, [x, 0, random.range(-3.6, -2)], {
    kind: random.pick(kinds),
    height: random.range(5, 7),
  });
}

/** The street edge of the lot: a hedge with an opening, or drifts of flowers and grass. */
export function border(stage: Stage, lot: Lot, z: number, kind: 'hedge' | 'drifts'): void {
  const { random } = stage;
  if (kind === 'hedge') {
    hedge(stage, [lot.left - 7, 0, z], [lot.door - 1.7, 0, z], 0.75, 0.6);
    hedge(stage, [lot.door + 1.7, 0, z], [lot.right + 7, 0, z], 0.75, 0.6);
    return;
  }
  for (let i = 0; i < 9; i += 1) {
    const x = random.range(lot.left - 3, lot.right + 3);
    if (Math.abs(x - lot.door) < 1.8 || (lot.open ?? []).some(([a, b]) => x > a - 1 && x < b + 1))
      continue;
    if (random.chance(0.55))
      flowers(
        stage,
        [x, 0, z + random.range(-0.5, 0.7)],
        random.range(1, 2.2),
        random.range(0.35, 0.6),
      );
    else
      grass(
        stage,
        [x, 0, z + random.range(-0.5, 0.7)],
        random.range(0.7, 1.4),
        random.range(0.4, 0.8),
      );
  }
}
