import { atWidth } from '../../images/image-sources.ts';

/** The smallest file of a person's picture, for faces in lists; other addresses stay as they are. */
export function avatarSources(path: string | null): { src: string | null } {
  return { src: path === null ? null : atWidth(path, 320) };
}
