/** The sources of illustrations and portraits. The bundled ones are `demo/images/<name>.webp`. */

import { demoImagePath, imageSources, type ImageSources } from './image-sources.ts';

/** The `Picture` props of a scene. */
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
  'UklGRmQAAABXRUJQVlA4IFgAAACQAwCdASoQABUAPxF0sFCsJqSisAgBgCIJZAC7AA9DI3kk6b4AAPzbT2zImEVPyT+CsTgc82uFYVzxNj3iuWE3rReB/LQaerCC1pMmdK8JUF9zl0IVNEAA',
);

/** Homes in a row under an evening sky; 2400 by 1350 pixels, much of it sky. */
export const EVENING_SCENE = scene(
  'hero',
  2400,
  'UklGRjgAAABXRUJQVlA4ICwAAADQAQCdASoQAAkABABoJYgCdIExGBMEAAD+W3mOvBBDChqjeS9AJ5mFl7pgAA==',
);

/** Five different houses along a road in the morning; 2000 by 900 pixels. */
export const MORNING_SCENE = scene(
  'about',
  2000,
  'UklGRjAAAABXRUJQVlA4ICQAAACQAQCdASoQAAcABABoJYgAAubNMAAA/t+CnpudRAeJ/zgOwAA=',
);

/**
 * Returns the sources of a portrait, which is always 480 pixels square; `src` is null without one.
 */
export function portraitAt(path: string | null): {
  src: string | null;
  srcSet: string | undefined;
} {
  return path === null ? { src: null, srcSet: undefined } : imageSources(path, 480);
}

/** Returns the scene of an uploaded picture. */
export function uploadedScene(picture: {
  path: string;
  width: number;
  placeholder: string;
}): Scene {
  return { ...imageSources(picture.path, picture.width), placeholder: picture.placeholder };
}
