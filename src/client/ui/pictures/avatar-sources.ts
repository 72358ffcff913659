import { atWidth } from './image-sources.ts';

/** The smallest file of a person's picture, which every one has; other addresses stay as they are. */
export function avatarSources(path: string | null): { src: string | null } {
  return { src: path === null ? null : atWidth(path, 320) };
}
