/** The scenes that come with the product, for its static pages: `demo/images/<name>.webp`, drawn by ours. */

import { demoImagePath, imageSources, type ImageSources } from './image-sources.ts';

/** What a `Picture` needs to show a scene. */
export type Scene = ImageSources & { placeholder: string };

function scene(name: string, width: number, placeholder: string): Scene {
  return {
    ...imageSources(demoImagePath(name), width),
    placeholder: `data:image/webp;base64,${placeholder}`,
  };
}

/** A green front door with lanterns in the evening; 1200 by 1600 pixels. */
export const DOOR_SCENE = scene(
  'auth',
  1200,
  'UklGRmgAAABXRUJQVlA4IFwAAABwAwCdASoQABUAPxFysFAsJqSisAgBgCIJZACdABKy4mcrwIAA/NzVRzftEX7Pq6lHihCo2YITle5QRaGqxw4HU/vctFIoq9NHxBvRwX84dMqFCzrMYQhmYEcAAA==',
);

/** Homes in a row under an evening sky; 2400 by 1350 pixels, much of it sky. */
export const EVENING_SCENE = scene(
  'hero',
  2400,
  'UklGRjwAAABXRUJQVlA4IDAAAADwAQCdASoQAAkABABoJQBOkCYjAqqEygAA/lt7NEmuEtV8ahCHIi9qitxd7xg+AAA=',
);

/** Five different houses along a road in the morning; 2000 by 900 pixels. */
export const MORNING_SCENE = scene(
  'about',
  2000,
  'UklGRjQAAABXRUJQVlA4ICgAAABwAQCdASoQAAcABABoJQAAU2/dAAD+53zi/QmE7mEgWXAj08wf9eAA',
);

/** Portraits are 480 pixels square. */
export function portraitSources(name: string): ImageSources {
  return imageSources(demoImagePath(name), 480);
}
