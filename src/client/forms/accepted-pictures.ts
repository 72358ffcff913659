/** Which files can be chosen as pictures (docs/product/uploads.md, Form). */

import { IMAGE_MAX_BYTES } from '#shared/limits.ts';

/**
 * Types and endings of the pictures that the server takes, in the form of react-dropzone. Named one by one, not as
 * `image/*`: a phone then turns its own format into one of them.
 */
export const ACCEPTED_PICTURES: Record<string, string[]> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
};

/** The same for the `accept` of a file input. */
export const ACCEPT_ATTRIBUTE = Object.keys(ACCEPTED_PICTURES).join(',');

/** Validates a chosen file; returns an error that names it, or null. */
export function pictureProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const ending = /\.[^.]+$/.exec(file.name)?.[0].toLowerCase() ?? '';
  const isAccepted =
    file.type === ''
      ? Object.values(ACCEPTED_PICTURES).flat().includes(ending)
      : Object.hasOwn(ACCEPTED_PICTURES, file.type);
  if (!isAccepted) {
    return `${file.name} was left out: only JPEG, PNG, GIF, WebP and AVIF pictures can be used.`;
  }
  if (file.size > IMAGE_MAX_BYTES) {
    return `${file.name} was left out: it is larger than ${IMAGE_MAX_BYTES / 1024 / 1024} MB.`;
  }
  return null;
}

/** A file that was chosen as a picture, and the URL under which the browser shows it until that is revoked. */
export interface ChosenPicture {
  file: File;
  url: string;
}

/** Makes a chosen file visible. The caller revokes its URL in the end. */
export function choosePicture(file: File): ChosenPicture {
  return { file, url: URL.createObjectURL(file) };
}
