import { atWidth } from './image-sources.ts';

/**
 * Returns the URL of a user's picture in the smallest size, which always exists; other URLs are
 * unchanged.
 */
export function avatarSources(path: string | null): { src: string | null } {
  return { src: path === null ? null : atWidth(path, 320) };
}
