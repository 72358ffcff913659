import type { Camera, Spot } from './camera.ts';
import type { Rgb } from './color.ts';
import { mixRgb, under } from './color.ts';
import type { Plane, Ring, Vec3 } from './geometry.ts';
import {
  add,
  area,
  clip,
  clipInside,
  dot,
  middle,
  normalOf,
  samePlane,
  times,
  unit,
} from './geometry.ts';
import { boardOf, paintBoards } from './boards.ts';
import type { Board } from './order.ts';
import { farToNear } from './order.ts';
import type { Growth, Mood, Season } from './palette.ts';
import { GROWTH } from './palette.ts';
import type { Random } from './random.ts';
import { px } from './svg.ts';
import { gradientMarkup, pathOf, type Stop } from './paths.ts';

/** One flat piece, in the coordinates of the part that is being placed. */
export interface FaceInput {
  rings: readonly Ring[];
  normal: Vec3;
  color: string;
  /** Shine on its own: lamps, lit windows, things already coloured for their light. */
  glow?: boolean;
  /** Gradient between two points; replaces the plain colour. */
  gradient?: { from: Vec3; to: Vec3; stops: readonly Stop[] };
  /** Id of a backdrop to show through the face: the view from a window. */
  through?: string;
  /** Width of open lines in metres; without it the rings are filled. */
  stroke?: number;
  opacity?: number;
  casts?: boolean;
  receives?: boolean;
  twoSided?: boolean;
  /** Part of the room itself, painted before everything that stands in it. */
  shell?: boolean;
}

interface Sheet extends Omit<FaceInput, 'normal'> {
  plane: Plane;
  paint: string;
  /** How many faces lie under this one on the same wall. */
  layer: number;
  cut?: boolean;
}

interface Sprite extends Board {
  draw: (spot: Spot) => string;
}

/** Room that something drawn upright takes, in metres around its foot. */
export interface Reach {
  half: number;
  up: number;
}

export interface Stage {
  camera: Camera;
  mood: Mood;
  season: Season;
  growth: Growth;
  random: Random;
  /** Direction towards the sun. */
  sun: Vec3;
  /** Colour of a pigment on a surface that faces `normal`. */
  shade: (color: string, normal: Vec3) => string;
  /** Colour of round, leafy things: 0 in shade, 1 in the sun. */
  tint: (color: string, share: number) => string;
  face: (input: FaceInput) => void;
  /** Something drawn upright at a point. Without a reach it is never cut by what it stands among. */
  sprite: (position: Vec3, draw: (spot: Spot) => string, reach?: Reach) => void;
  /** A thing whose shadow falls but which is drawn elsewhere (tree crowns). */
  caster: (ring: Ring) => void;
  /** Paint that lies on the ground, in the order given. */
  ground: (ring: Ring, color: string, opacity?: number) => void;
  /** Ready markup that lies on the ground, under every solid thing. */
  groundArt: (svg: string) => void;
  define: (markup: string) => string;
  /** Runs `draw` with everything moved to `position`, turned (degrees, from above) and sized. */
  at: (position: Vec3, turn: number, draw: () => void, size?: number) => void;
  /** World position of a local point. */
  world: (point: Vec3) => Vec3;
  /** The finished solid scene, without sky or backdrop. */
  render: () => string;
}

export interface StageOptions {
  camera: Camera;
  mood: Mood;
  season: Season;
  random: Random;
  /** Where the sun stands: degrees to the right of straight behind the viewer. */
  azimuth: number;
  /** Own lighting instead of the open sky's: rooms. */
  light?: (normal: Vec3) => Rgb;
  /** Rooms have shadows of their own kind. */
  sunless?: boolean;
  /** Walls, floor and ceiling of a room: what lies on them needs no sorting. */
  shell?: readonly Plane[];
}

type Place = { origin: Vec3; cos: number; sin: number; size: number };

const SMALLEST_SHADOW_M2 = 0.01;
const GRADIENT_FROM_M2 = 0.8;

export function createStage(options: StageOptions): Stage {
  const { camera, mood, season, random, azimuth } = options;
  const elevation = (mood.elevation * Math.PI) / 180;
  const bearing = (azimuth * Math.PI) / 180;
  const sun: Vec3 = [
    Math.cos(elevation) * Math.sin(bearing),
    Math.sin(elevation),
    -Math.cos(elevation) * Math.cos(bearing),
  ];
  const sheets: Sheet[] = [];
  const shell: Sheet[] = [];
  let layer = 0;
  const sprites: Sprite[] = [];
  const shades: Ring[] = [];
  const floor: string[] = [];
  const defs = new Map<string, string>();
  let place: Place = { origin: [0, 0, 0], cos: 1, sin: 0, size: 1 };

  const turned = (v: Vec3): Vec3 => [
    v[0] * place.cos + v[2] * place.sin,
    v[1],
    v[2] * place.cos - v[0] * place.sin,
  ];
  const world = (p: Vec3): Vec3 => add(place.origin, times(turned(p), place.size));

  const openSky = (normal: Vec3): Rgb => {
    const facing = dot(normal, sun);
    const share = facing <= 0 ? 0 : 0.4 + 0.6 * Math.min(1, facing * 1.25);
    // The sky lights what looks up a little, even in shade.
    return mixRgb(mood.shade, mood.sun, Math.min(1, share + Math.max(0, normal[1]) * 0.12));
  };
  const light = options.light ?? openSky;
  const shade = (color: string, normal: Vec3): string => under(color, light(normal));

  const define = (markup: string): string => {
    const known = defs.get(markup);
    if (known !== undefined) return known;
    const id = `d${defs.size}`;
    defs.set(markup, id);
    return id;
  };

  /** Every large surface fades a little towards the ground, where light reaches less. */
  const settle = (rings: readonly Ring[], color: string): string => {
    const first = rings[0];
    if (first === undefined || area(first) < GRADIENT_FROM_M2) return color;
    const ys = first.map((p) => p[1]);
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const centre = middle(first);
    const top = camera.see([centre[0], high, centre[2]]);
    const bottom = camera.see([centre[0], low, centre[2]]);
    if (high - low < 0.5 || top.depth < 0.3) return color;
    const id = define(
      gradientMarkup(top, bottom, [
        [0, under(color, [1.03, 1.025, 1.02])],
        [0.6, color],
        [1, under(color, [0.9, 0.905, 0.93])],
      ]),
    );
    return `url(#${id})`;
  };

  const paintOf = (input: FaceInput, rings: readonly Ring[], normal: Vec3): string => {
    if (input.through !== undefined) return '';
    const lit = (c: string): string => (input.glow === true ? c : shade(c, normal));
    if (input.gradient !== undefined) {
      const from = camera.see(world(input.gradient.from));
      const to = camera.see(world(input.gradient.to));
      if (from.depth > 0.05 && to.depth > 0.05) {
        const stops = input.gradient.stops.map(([o, c, a]): Stop =>
          a === undefined ? [o, lit(c)] : [o, lit(c), a],
        );
        return `url(#${define(gradientMarkup(from, to, stops))})`;
      }
    }
    if (input.glow === true || input.stroke !== undefined || input.opacity !== undefined) {
      return lit(input.color);
    }
    return settle(rings, lit(input.color));
  };

  const face = (input: FaceInput): void => {
    const rings = input.rings.map((ring) => ring.map(world));
    const first = rings[0]?.[0];
    // A sliver without area has no plane to sort by.
    if (first === undefined || (input.stroke === undefined && rings.every((r) => area(r) < 1e-7)))
      return;
    const said = unit(turned(input.normal));
    // A normal given by eye is good enough for light, not for cutting: take the ring's own.
    const own = normalOf(rings[0] ?? [], said);
    const normal = dot(own, said) > 0.99999 ? said : own;
    const paint = paintOf(input, rings, normal);
    const plane = { normal, offset: dot(normal, first) };
    layer = input.receives === true ? 0 : layer + 1;
    const fixed = input.shell === true || options.shell?.some((p) => samePlane(p, plane)) === true;
    (fixed ? shell : sheets).push({ ...input, rings, paint, plane, layer });
  };

  /** Projects what stands in the light onto a plane and keeps what falls inside `onto`. */
  const cast = (casters: readonly Ring[], plane: Plane, onto: Ring | undefined): Ring[] => {
    const facing = dot(plane.normal, sun);
    if (facing < 0.03) return [];
    const above = { normal: plane.normal, offset: plane.offset + 0.004 };
    const found: Ring[] = [];
    for (const caster of casters) {
      const part = clip(caster, above);
      if (part.length < 3) continue;
      const fallen = part.map((p) =>
        add(p, times(sun, -(dot(plane.normal, p) - plane.offset) / facing)),
      );
      const inside = onto === undefined ? fallen : clipInside(fallen, onto, plane.normal);
      if (inside.length >= 3 && area(inside) > SMALLEST_SHADOW_M2) found.push(inside);
    }
    return found;
  };

  const castShadows = (): string => {
    if (options.sunless === true) return '';
    const casters = [...shades];
    for (const sheet of sheets) {
      if (sheet.casts === true && dot(sheet.plane.normal, sun) > 0) casters.push(...sheet.rings);
    }
    for (const sheet of sheets.filter((s) => s.receives === true)) {
      const onto = sheet.rings[0];
      const rings = onto === undefined ? [] : cast(casters, sheet.plane, onto);
      if (rings.length === 0) continue;
      const strength = Math.min(1, 0.35 + dot(sheet.plane.normal, sun));
      sheets.push({
        rings,
        plane: sheet.plane,
        color: mood.shadow,
        paint: mood.shadow,
        layer: 0,
        opacity: mood.shadowAlpha * strength,
      });
    }
    const fallen = cast(casters, { normal: [0, 1, 0], offset: 0 }, undefined);
    const d = fallen.map((ring) => pathOf(camera, [ring], false)).join('');
    return `<path d="${d}" fill="${mood.shadow}" fill-opacity="${mood.shadowAlpha.toFixed(2)}"/>`;
  };

  const draw = (sheet: Sheet): string => {
    const eye = dot(sheet.plane.normal, camera.position) - sheet.plane.offset;
    if (eye <= 0 && sheet.twoSided !== true) return '';
    const open = sheet.stroke !== undefined;
    const d = pathOf(camera, sheet.rings, open);
    if (d === '') return '';
    if (sheet.through !== undefined) {
      const id = define(`<clipPath id="ID"><path d="${d}"/></clipPath>`);
      return `<g clip-path="url(#${id})"><use href="#${sheet.through}"/></g>`;
    }
    const alpha = sheet.opacity === undefined || sheet.opacity >= 1 ? '' : sheet.opacity.toFixed(2);
    if (open) {
      const near = sheet.rings[0]?.[0];
      const scale = near === undefined ? 1 : camera.see(near).scale;
      const width = Math.max(0.5, (sheet.stroke ?? 0) * scale);
      return `<path d="${d}" fill="none" stroke="${sheet.paint}" stroke-width="${px(width)}"${alpha === '' ? '' : ` stroke-opacity="${alpha}"`}/>`;
    }
    // The hairline in the same paint closes the seams that smoothing leaves between neighbours.
    // On a wall that is cut in two, each layer has to cover the edge of the one below.
    const width = sheet.cut === true ? px(0.7 + 0.3 * Math.min(4, sheet.layer)) : '.7';
    // An element's own opacity would cost a layer each; that of its paint costs nothing.
    const seam =
      alpha === ''
        ? ` stroke="${sheet.paint}" stroke-width="${width}"`
        : ` stroke="${sheet.paint}" stroke-width=".3" fill-opacity="${alpha}" stroke-opacity="${alpha}"`;
    return `<path d="${d}" fill="${sheet.paint}"${seam}/>`;
  };

  return {
    camera,
    mood,
    season,
    growth: GROWTH[season],
    random,
    sun,
    shade,
    tint: (color, share) => under(color, mixRgb(mood.shade, mood.sun, share)),
    face,
    sprite: (position, drawing, reach) => {
      const foot = world(position);
      sprites.push({ position: foot, draw: drawing, ...boardOf(camera, foot, reach, place.size) });
    },
    caster: (ring) => {
      shades.push(ring.map(world));
    },
    ground: (ring, color, opacity) => {
      const d = pathOf(camera, [ring.map(world)], false);
      const alpha = opacity === undefined ? '' : ` fill-opacity="${opacity.toFixed(2)}"`;
      if (d !== '') floor.push(`<path d="${d}" fill="${color}"${alpha}/>`);
    },
    groundArt: (svg) => {
      floor.push(svg);
    },
    define,
    at: (position, turn, drawing, size = 1) => {
      const before = place;
      const angle = (turn * Math.PI) / 180 + Math.atan2(place.sin, place.cos);
      place = {
        origin: world(position),
        cos: Math.cos(angle),
        sin: Math.sin(angle),
        size: place.size * size,
      };
      drawing();
      place = before;
    },
    world,
    render: () => {
      const shadows = castShadows();
      const order = farToNear<Sheet, Sprite>(sheets, sprites, camera.position);
      const body = shell.map(draw).join('') + paintBoards(camera, order, draw, define);
      const markup = [...defs].map(([text, id]) => text.replace('ID', id)).join('');
      return `<defs>${markup}</defs>${floor.join('')}${shadows}${body}`;
    },
  };
}
