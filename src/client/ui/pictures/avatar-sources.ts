import { atWidth } from './image-sources.ts';

/** The smallest file of a user's picture, which every one has; other URLs stay as they are. */
export function avatarSources(path: string | null): { src: string | null } {
  return { src: path === null ? null : atWidth(path, 320) };
}
