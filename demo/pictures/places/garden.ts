import { tone } from '../color.ts';
import { area4 } from '../exterior.ts';
import type { Ring } from '../geometry.ts';
import { flowers, grass, hedge, shrub } from '../planting.ts';
import { potted } from '../potted.ts';
import { box, lathe } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { tree } from '../trees.ts';
import {
  gardenTable,
  gardenChair,
  lounger,
  parasol,
  pergola,
  fence,
  paving,
  backTrees,
} from './garden-furniture.ts';

/** A terrace under a pergola with a table laid in the garden. */
export function pergolaGarden(stage: Stage): void {
  fence(stage, 9.5, -16, 16, 1.9, '#9c7754');
  backTrees(stage, 11.5, 14);
  paving(stage, -3.6, -3, 7.2, 7.4, '#d2c4ae');
  pergola(stage, -2.9, 0, 5.8, 3.8, '#8a6446');
  gardenTable(stage, [0, 0, 1.9], 2.2, 0.95);
  for (const x of [-0.6, 0.6]) {
    gardenChair(stage, [x, 0, 2.75], 0, '#efe6d4', '#c0704a');
    gardenChair(stage, [x, 0, 1.0], 180, '#efe6d4', '#c0704a');
  }
  stage.at([0.1, 0.75, 1.9], 0, () =>
    lathe(
      stage,
      [0, 0, 0],
      [
        [0.1, 0],
        [0.16, 0.12],
        [0.1, 0.26],
      ],
      '#e5dac4',
      { steps: 12 },
    ),
  );
  for (const x of [-7.4, -6, -4.8, 4.9, 6.2, 7.6])
    shrub(
      stage,
      [x, 0, 7.6 + stage.random.range(-0.8, 0.8)],
      1.8,
      1.3,
      stage.random.pick(stage.growth.flowers),
    );
  for (const [x, z] of [
    [-4.6, 3],
    [-5.2, 1.2],
    [4.7, 3.2],
    [5.3, 0.8],
    [-4.5, -0.6],
    [4.6, -1],
  ] as const)
    flowers(stage, [x, 0, z], 1.6, 0.7);
  for (const [x, z] of [
    [-5.8, -0.4],
    [6, -0.6],
  ] as const)
    grass(stage, [x, 0, z], 1, 0.9);
  tree(stage, [-7.8, 0, 4.4], {
    kind: stage.season === 'spring' ? 'blossom' : 'round',
    height: 5.6,
  });
  tree(stage, [8.4, 0, 5], { kind: 'olive', height: 4.6 });
  for (const [x, z, s] of [
    [-3.2, -1.6, 1.1],
    [3.2, -1.5, 1],
  ] as const)
    potted(stage, [x, 0, z], s, '#b8734f', '#587a52', 'bush');
}

/** A pool with loungers before a hedge. */
export function pool(stage: Stage): void {
  hedge(stage, [-16, 0, 11], [16, 0, 11], 1.9, 1);
  backTrees(stage, 14, 15);
  for (const x of [-11, -7, 8, 12])
    tree(stage, [x, 0, 12.5], {
      kind: stage.random.pick(['cypress', 'palm']),
      height: 6.5,
      shadow: false,
    });
  paving(stage, -7.5, -4, 15, 13, '#ddd0ba', 1.1);
  const up = [0, 1, 0] as const;
  stage.ground(area4(-4.4, 0.6, 8.8, 5.4), stage.shade('#efe6d6', up));
  const water = stage.mood.lamps > 0.5 ? '#3f8d96' : stage.shade('#77b0b3', up);
  stage.ground(area4(-4.1, 0.9, 8.2, 4.8), water);
  stage.ground(area4(-4.1, 5.1, 8.2, 0.6), tone(water, -0.25), 0.7);
  stage.ground(area4(-4.1, 4.2, 8.2, 0.9), tone(water, -0.12), 0.5);
  for (let i = 0; i < 26; i += 1)
    stage.ground(
      area4(
        stage.random.range(-4, 2.8),
        stage.random.range(1, 5),
        stage.random.range(0.4, 1.3),
        0.05,
      ),
      tone(water, 0.4),
      0.5,
    );
  for (const x of [0.3, 1.7]) lounger(stage, [x, 0, -1.9], 24, '#f2e8d6');
  parasol(stage, [1.7, 0, -0.5], '#c0704a', 1.45);
  gardenTable(stage, [1.05, 0, -1.5], 0.5, 0.45, '#8a6446');
  for (const [x, z] of [
    [-6, 8.4],
    [-4, 9],
    [-1.6, 8.8],
    [1.4, 9],
    [4, 8.8],
    [6.6, 8.6],
  ] as const)
    (stage.random.chance(0.5) ? shrub : flowers)(stage, [x, 0, z], 1.7, 0.8);
  for (const [x, z, s] of [
    [-5.6, 1, 1.3],
    [-5.7, 4.8, 1.1],
    [5.2, 7, 1.2],
  ] as const)
    potted(stage, [x, 0, z], s, '#c9b79c', '#56774f', 'blades');
  for (const [x, z] of [
    [-8.6, 0],
    [-9.2, 3],
    [9, 0.5],
  ] as const)
    grass(stage, [x, 0, z], 1.4, 1.2);
}

/** A path between deep beds to a seat under a tree. */
export function cottageGarden(stage: Stage): void {
  hedge(stage, [-16, 0, 12], [-1.6, 0, 12], 1.5, 0.8);
  hedge(stage, [1.6, 0, 12], [16, 0, 12], 1.5, 0.8);
  backTrees(stage, 14.5, 14);
  for (let z = -5; z < 12; z += 1.05) {
    const x = Math.sin(z * 0.32) * 0.9;
    const ring: Ring = Array.from(
      { length: 10 },
      (_, i) =>
        [
          x + Math.cos((i / 10) * Math.PI * 2) * 0.72,
          0,
          z + Math.sin((i / 10) * Math.PI * 2) * 0.42,
        ] as const,
    );
    stage.ground(ring, stage.shade('#cfc1aa', [0, 1, 0]));
  }
  for (let z = -2.6; z < 11; z += 0.95) {
    const mid = Math.sin(z * 0.32) * 0.9;
    for (const side of [-1, 1]) {
      const x = mid + side * stage.random.range(1.5, 2.1);
      flowers(stage, [x, 0, z], 1.5, stage.random.range(0.5, 0.8));
      const far = mid + side * stage.random.range(2.9, 3.8);
      if (stage.random.chance(0.55))
        shrub(
          stage,
          [far, 0, z],
          1.6,
          stage.random.range(0.9, 1.4),
          stage.random.chance(0.6) ? stage.random.pick(stage.growth.flowers) : undefined,
        );
      else flowers(stage, [far, 0, z], 1.8, 1);
      if (stage.random.chance(0.5))
        grass(stage, [mid + side * stage.random.range(4.4, 5.4), 0, z], 1.2, 1.1);
    }
  }
  box(stage, [-0.9, 0.42, 12.6], [1.8, 0.06, 0.4], '#efe6d4', { casts: true });
  for (let i = 0; i < 3; i += 1)
    box(stage, [-0.9, 0.56 + i * 0.15, 13], [1.8, 0.1, 0.04], '#efe6d4', { casts: true });
  tree(stage, [-5.6, 0, 8], { kind: stage.season === 'spring' ? 'blossom' : 'round', height: 6.4 });
  tree(stage, [6.4, 0, 6], { kind: 'birch', height: 7 });
  tree(stage, [0.4, 0, 15], { kind: 'round', height: 8.5, shadow: false });
}
