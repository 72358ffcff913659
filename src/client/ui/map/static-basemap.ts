/** Draws a static image of the basemap around a place, without a map library. */

import { fetchOutlines, loadOutlineUrls, toLines, type LinePoint } from './outlines.ts';

/** The image's size in its own units; about 70 miles wide. */
export const STATIC_SIZE = { width: 400, height: 300 };
/** Units per degree of latitude. */
const UNITS_PER_DEGREE = 400;
/** The margin around the image in which lines and areas are also drawn, in its units. */
const MARGIN = 20;

/** The basemap's layers as SVG paths: each is a `d` attribute. */
export interface StaticBasemap {
  land: string;
  states: string;
  counties: string;
}

interface Lines {
  land: LinePoint[][];
  states: LinePoint[][];
  counties: LinePoint[][];
}
let lines: Promise<Lines> | undefined;

async function loadLines(): Promise<Lines> {
  const { statesUrl, countiesUrl } = await loadOutlineUrls();
  const [states, counties] = await Promise.all([statesUrl, countiesUrl].map(fetchOutlines));
  return {
    land: toLines(states?.land ?? []),
    states: toLines(states?.lines ?? []),
    counties: toLines(counties?.lines ?? []),
  };
}

/** Draws the basemap around a place, which is at the center of the image. */
export async function drawStaticBasemap(
  latitude: number,
  longitude: number,
): Promise<StaticBasemap> {
  lines ??= loadLines();
  const { land, states, counties } = await lines;
  const longitudeScale = Math.cos((latitude * Math.PI) / 180);
  const project = ([y, x]: LinePoint): Point => [
    STATIC_SIZE.width / 2 + (x - longitude) * longitudeScale * UNITS_PER_DEGREE,
    STATIC_SIZE.height / 2 - (y - latitude) * UNITS_PER_DEGREE,
  ];
  const draw = (all: LinePoint[][]) => all.map((line) => pathOfLine(line.map(project))).join('');
  return {
    land: land.map((ring) => pathOfArea(ring.map(project))).join(''),
    states: draw(states),
    counties: draw(counties),
  };
}

type Point = [number, number];
const BOX = {
  min: [-MARGIN, -MARGIN],
  max: [STATIC_SIZE.width + MARGIN, STATIC_SIZE.height + MARGIN],
} as const;

const toPath = (points: readonly Point[]) =>
  points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');

/**
 * Returns the visible segments of a line as a path: all except those with both ends beyond the same
 * side of the image and its margin.
 */
export function pathOfLine(points: readonly Point[]): string {
  let path = '';
  let isDrawing = false;
  points.forEach((to, index) => {
    const from = points[index - 1];
    if (from === undefined) return;
    const isVisible = [0, 1].every((axis) => {
      const [a, b] = [from[axis] ?? 0, to[axis] ?? 0];
      return Math.max(a, b) >= (BOX.min[axis] ?? 0) && Math.min(a, b) <= (BOX.max[axis] ?? 0);
    });
    if (isVisible) path += `${isDrawing ? 'L' : `M${toPath([from])}L`}${toPath([to])}`;
    isDrawing = isVisible;
  });
  return path;
}

/**
 * Returns the visible part of an area as a path, clipped to the image and its margin one side after
 * another (Sutherland and Hodgman).
 */
export function pathOfArea(ring: readonly Point[]): string {
  const clipSide = (points: readonly Point[], axis: 0 | 1, limit: number, sign: 1 | -1) =>
    points.flatMap((to, index) => {
      const from = points.at(index - 1) ?? to;
      const [before, after] = [(from[axis] - limit) * sign, (to[axis] - limit) * sign];
      const share = before / (before - after);
      const intersection: Point = [
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
      ];
      return [...(before >= 0 === after >= 0 ? [] : [intersection]), ...(after >= 0 ? [to] : [])];
    });
  let points = [...ring];
  for (const axis of [0, 1] as const) {
    points = clipSide(points, axis, BOX.min[axis], 1);
    points = clipSide(points, axis, BOX.max[axis], -1);
  }
  return points.length < 3 ? '' : `M${toPath(points)}Z`;
}
