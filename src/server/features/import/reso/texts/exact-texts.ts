/**
 * Reads texts from Doorstep's own exports unchanged because agents entered them
 * (docs/product/import.md, Export). Capitals and HTML from other feeds are cleaned up.
 */

import {
  MAX_LONG_TEXT_LENGTH,
  MIN_PROPERTY_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
} from '#shared/limits.ts';
import { isPlainText, cleanText } from '#shared/schemas/common.ts';
import type { ResoRecord } from '../reso-record.ts';

/** `OriginatingSystemName` of exported files. */
export const EXPORTING_SYSTEM = 'Doorstep';

const FIELDS = {
  title: ['Title', MAX_TITLE_LENGTH],
  description: ['PublicRemarks', MAX_LONG_TEXT_LENGTH],
  address: ['UnparsedAddress', MAX_SHORT_TEXT_LENGTH],
  city: ['City', MAX_SHORT_TEXT_LENGTH],
  state: ['StateOrProvince', MAX_SHORT_TEXT_LENGTH],
} as const;

type ExactTexts = { [Name in keyof typeof FIELDS]?: string };

/** Returns the valid texts; none for a record from another system. */
export function readExactTexts(record: ResoRecord): ExactTexts {
  if (record['OriginatingSystemName'] !== EXPORTING_SYSTEM) return {};
  return Object.fromEntries(
    Object.entries(FIELDS).flatMap(([name, [field, maxLength]]) => {
      const value = record[field];
      const text = typeof value === 'string' ? cleanText(value).trim() : '';
      const minLength = MIN_PROPERTY_LENGTH[name as keyof typeof FIELDS];
      const isUsable = text.length >= minLength && text.length <= maxLength && isPlainText(text);
      return isUsable ? [[name, text]] : [];
    }),
  );
}
