import type { Ring, Vec3 } from './geometry.ts';
import { clip } from './geometry.ts';

/** A point of the picture in pixels, and how many pixels a metre has there. */
export interface Spot {
  x: number;
  y: number;
  scale: number;
  depth: number;
}

/**
 * A camera that never tilts: like an architectural photographer's shift lens it
 * keeps every vertical upright and moves the horizon instead.
 */
export interface Camera {
  position: Vec3;
  width: number;
  height: number;
  /** Pixel row of the horizon. */
  horizon: number;
  /** Direction to the right in the picture. */
  right: Vec3;
  /** Spot of a point; meaningful only in front of the lens. */
  see: (point: Vec3) => Spot;
  /** The visible part of a ring as spots; empty when behind the lens. */
  seeRing: (ring: Ring) => Spot[];
}

export interface CameraOptions {
  position: Vec3;
  /** Turn to the right in degrees. */
  yaw?: number;
  /** Focal length as a share of the picture's width. */
  focal?: number;
  /** Height of the horizon as a share of the picture's height, from the top. */
  horizon?: number;
  /** Where straight ahead falls, as a share of the width. */
  centre?: number;
  width?: number;
  height?: number;
}

const NEAR_METRES = 0.15;

export function createCamera(options: CameraOptions): Camera {
  const { position, yaw = 0, focal = 1.1, horizon = 0.6, centre = 0.5 } = options;
  const { width = 1600, height = 1200 } = options;
  const sin = Math.sin((yaw * Math.PI) / 180);
  const cos = Math.cos((yaw * Math.PI) / 180);
  const length = focal * width;
  const row = horizon * height;
  const near = {
    normal: [sin, 0, cos] as Vec3,
    offset: sin * position[0] + cos * position[2] + NEAR_METRES,
  };
  const see = (point: Vec3): Spot => {
    const dx = point[0] - position[0];
    const dz = point[2] - position[2];
    const depth = dx * sin + dz * cos;
    const scale = length / depth;
    return {
      x: centre * width + (dx * cos - dz * sin) * scale,
      y: row - (point[1] - position[1]) * scale,
      scale,
      depth,
    };
  };
  return {
    position,
    width,
    height,
    horizon: row,
    right: [cos, 0, -sin],
    see,
    seeRing: (ring) => clip(ring, near).map(see),
  };
}
