import { atWidth } from './image-sources.ts';

/** Returns the smallest size of a user's picture, which always exists; other URLs are unchanged. */
export function avatarSources(path: string | null): { src: string | null } {
  return { src: path === null ? null : atWidth(path, 320) };
}
