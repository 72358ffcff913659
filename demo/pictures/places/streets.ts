import { area4 } from '../exterior.ts';
import type { Vec3 } from '../geometry.ts';
import type { HouseColors, Lot } from '../houses/lot.ts';
import { foundation } from '../houses/lot.ts';
import { midcentury, modern } from '../houses/modern.ts';
import { aFrame, scandinavian, spanish } from '../houses/gabled.ts';
import { victorian } from '../houses/town.ts';
import { colonial, craftsman } from '../houses/traditional.ts';
import { cottage, farmhouse, ranch } from '../houses/country.ts';
import { flowers } from '../planting.ts';
import type { Stage } from '../stage.ts';
import type { TreeKind } from '../trees.ts';
import { tree } from '../trees.ts';
import { car, lampPost } from '../city/street-scene.ts';

const house = (
  wall: string,
  second: string,
  trim: string,
  roof: string,
  door: string,
): HouseColors => ({ wall, second, trim, roof, door });

type Builder = (stage: Stage, c: HouseColors) => Lot;

/** Houses that stand in rows, each with the colours it wears here. */
export const ROW: Record<string, readonly [Builder, HouseColors]> = {
  craftsman: [craftsman, house('#6f8378', '#8d847b', '#ece4d2', '#5f5850', '#8f4331')],
  ochre: [craftsman, house('#b98f64', '#8d847b', '#f0e6d3', '#544d49', '#2c4a41')],
  colonial: [colonial, house('#efe9db', '#2f4b45', '#fbf7ee', '#5a5b60', '#8f3a30')],
  farmhouse: [farmhouse, house('#f3eee2', '#2f3335', '#fbf8f0', '#3f4447', '#2f4b45')],
  cottage: [cottage, house('#efe4cf', '#6b4f3c', '#7a6653', '#6c625c', '#3f5f58')],
  victorian: [victorian, house('#8fa39b', '#b58f7a', '#f6eedf', '#5a5560', '#7c3b32')],
  rose: [victorian, house('#d9b9a0', '#8f6f6a', '#f8f1e4', '#5d5357', '#2e4a44')],
  spanish: [spanish, house('#f4ead8', '#6f4a35', '#e9d9bd', '#b8694a', '#3f6a66')],
  modern: [modern, house('#ebe5d8', '#a8764c', '#3b3c3e', '#2f3234', '#2c4a41')],
  ranch: [ranch, house('#d8cbb0', '#a8674e', '#f5eee0', '#6a5d54', '#3a5a50')],
  midcentury: [midcentury, house('#7d8a83', '#a5674b', '#efe6d4', '#6d6760', '#d18f3c')],
  scandinavian: [scandinavian, house('#8c4a3a', '#c2ad97', '#f1e9dc', '#4a4543', '#2f3b3a')],
  aframe: [aFrame, house('#a9764d', '#7d5c42', '#3a342f', '#3f4a4a', '#2c4a41')],
};

/** Puts one of the row's houses somewhere, with planting at its foot. */
export function place(stage: Stage, name: string, at: Vec3, turn: number, planted = true): void {
  const entry = ROW[name];
  if (entry === undefined) throw new Error(`no house ${name}`);
  stage.at(at, turn, () => {
    const lot = entry[0](stage, entry[1]);
    if (planted) foundation(stage, lot);
  });
}

/** A street that runs away from the viewer between two rows of houses and trees. */
export function avenueView(
  stage: Stage,
  left: readonly string[],
  right: readonly string[],
  kind: TreeKind,
  steps: number,
): void {
  const up = [0, 1, 0] as const;
  const snow = stage.growth.snow;
  left.forEach((name, i) => place(stage, name, [-12.6, 0, 7 + i * steps], -90));
  right.forEach((name, i) => place(stage, name, [12.6, 0, 5 + i * steps], 90));
  stage.ground(area4(-7, -20, 14, 150), stage.shade(snow ? '#e3e4e4' : '#cdc2b1', up));
  stage.ground(area4(-5.6, -20, 1.6, 150), stage.shade(snow ? '#e8eaea' : stage.growth.lawn, up));
  stage.ground(area4(4, -20, 1.6, 150), stage.shade(snow ? '#e8eaea' : stage.growth.lawn, up));
  stage.ground(area4(-4, -20, 8, 150), stage.shade('#e2dacb', up));
  stage.ground(area4(-3.75, -20, 7.5, 150), stage.shade(snow ? '#b3b4b8' : '#8b8a8c', up));
  for (let z = -14; z < 110; z += 5)
    stage.ground(area4(-0.08, z, 0.16, 2.4), stage.shade('#ece4d4', up), 0.8);
  for (let z = -18; z < 100; z += 1.8)
    for (const x of [-7, 5.6])
      stage.ground(area4(x, z, 1.4, 0.05), stage.shade('#a99d8c', up), 0.5);
  for (let i = 0; i < 9; i += 1) {
    tree(stage, [-4.8, 0, 6 + i * 10.5], {
      kind,
      height: stage.random.range(6.8, 8),
      ...(kind === 'palm' ? {} : { width: stage.random.range(4, 4.8) }),
    });
    tree(stage, [4.8, 0, 7.5 + i * 10.5], {
      kind,
      height: stage.random.range(6.8, 8),
      ...(kind === 'palm' ? {} : { width: stage.random.range(4, 4.8) }),
    });
  }
  for (let i = 0; i < 4; i += 1) {
    lampPost(stage, -4.4, 11 + i * 21);
    lampPost(stage, 4.4, 3 + i * 21);
  }
  stage.at([-1.7, 0, 15], -90, () => car(stage, 0, 0, '#b8623f'));
  stage.at([3.6, 0, 26], -90, () => car(stage, 0, 0, '#5d7689'));
  for (let z = -1; z < 60; z += 3.2) {
    if (stage.random.chance(0.6)) flowers(stage, [-7.6, 0, z], 1.4, 0.6);
    if (stage.random.chance(0.6)) flowers(stage, [7.6, 0, z], 1.4, 0.6);
  }
}

/** A row of houses seen from across the road. */
export function rowView(
  stage: Stage,
  names: readonly string[],
  step: number,
  road = -8,
  from = 0,
): void {
  const up = [0, 1, 0] as const;
  const snow = stage.growth.snow;
  names.forEach((name, i) =>
    place(stage, name, [from + (i - (names.length - 1) / 2) * step, 0, (i % 2) * 1.2], 0),
  );
  stage.ground(area4(-120, road - 60, 240, 60), stage.shade(snow ? '#b3b4b8' : '#8b8a8c', up));
  stage.ground(area4(-120, road, 240, 0.35), stage.shade('#e2dacb', up));
  stage.ground(
    area4(-120, road + 0.35, 240, 1.6),
    stage.shade(snow ? '#e6e7e7' : stage.growth.lawn, up),
  );
  stage.ground(area4(-120, road + 1.95, 240, 1.7), stage.shade(snow ? '#dedfdf' : '#cdc2b1', up));
  stage.ground(area4(-120, road - 60, 240, 55.3), stage.shade('#e2dacb', up));
  stage.ground(
    area4(-120, road - 60, 240, 55),
    stage.shade(snow ? '#e6e7e7' : stage.growth.lawn, up),
  );
  for (let x = -100; x < 100; x += 1.8)
    stage.ground(area4(x, road + 1.95, 0.05, 1.7), stage.shade('#a99d8c', up), 0.5);
  for (let x = -100; x < 100; x += 6)
    stage.ground(area4(x, road - 2.4, 3, 0.14), stage.shade('#ece4d4', up), 0.8);
}
