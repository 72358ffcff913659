/** The file types accepted as pictures (docs/product/uploads.md, Form). */

import { MAX_IMAGE_BYTES } from '#shared/limits.ts';

/**
 * Types and extensions of the pictures that the server accepts. Listed individually instead of as
 * `image/*` so that phones convert their own formats.
 */
const ACCEPTED_PICTURES: Record<string, string[]> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
};

/** The same types for the `accept` attribute of a file input. */
export const ACCEPT_ATTRIBUTE = Object.keys(ACCEPTED_PICTURES).join(',');

/** Validates a chosen file; returns an error message with its name, or null. */
export function validatePicture(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const extension = /\.[^.]+$/.exec(file.name)?.[0].toLowerCase() ?? '';
  const isAccepted =
    file.type === ''
      ? Object.values(ACCEPTED_PICTURES).flat().includes(extension)
      : Object.hasOwn(ACCEPTED_PICTURES, file.type);
  if (!isAccepted) {
    return `${file.name} was not added: only JPEG, PNG, GIF, WebP, and AVIF pictures can be used.`;
  }
  if (file.size > MAX_IMAGE_BYTES) {
    return `${file.name} was not added: it is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB.`;
  }
  return null;
}

/** A chosen picture file, and its object URL for the preview. */
export interface ChosenPicture {
  file: File;
  url: string;
}

/** Creates the preview of a chosen file. The caller must revoke its URL. */
export function choosePicture(file: File): ChosenPicture {
  return { file, url: URL.createObjectURL(file) };
}
