/** The report beside the imported file: which rows were refused and why, and what else is to be known. */

import { open } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../errors/start-error.ts';
import { REFUSALS, type Refusal } from './reso/reso-mapping.ts';

/** Something to be said about a row. `key` is its ListingKey where it has one. */
export type Remark = { position: number; key: string | null; text: string };

export type ImportReport = {
  /** Where it is. */
  file: string;
  add: (remarks: readonly Remark[]) => Promise<void>;
  /** Lines that are about no single row. */
  addLines: (lines: readonly string[]) => Promise<void>;
  /** Writes the last lines and closes the file. */
  close: (lines: readonly string[]) => Promise<void>;
};

/**
 * Begins `<file>.report.txt`, beside the file or, where that folder cannot be written, in `fallbackFolder`.
 *
 * @throws StartError when neither can be written
 */
export async function openReport(
  file: string,
  options: { fallbackFolder: string; now: Date; isDryRun?: boolean },
): Promise<ImportReport> {
  const name = `${path.basename(file)}.report.txt`;
  const places = [path.join(path.dirname(file), name), path.join(options.fallbackFolder, name)];
  for (const place of places) {
    const handle = await open(place, 'w').catch(() => null);
    if (!handle) continue;
    await handle.write(
      `${options.isDryRun === true ? 'Dry run of the import' : 'Import'} of ${path.basename(file)}, ${options.now.toISOString()}\n\nRows that were refused, dates that cannot be read, and values and pictures that were not taken:\n`,
    );
    let hasRemarks = false;
    const addLines = async (lines: readonly string[]) => {
      if (lines.length === 0) return;
      hasRemarks = true;
      await handle.write(lines.map((line) => `${line}\n`).join(''));
    };
    return {
      file: place,
      addLines,
      add: (remarks) => addLines(remarks.map(({ text }) => text)),
      close: async (lines) => {
        await handle.write(`${hasRemarks ? '' : 'none\n'}\n${lines.join('\n')}\n`);
        await handle.close();
      },
    };
  }
  throw new StartError(`The report cannot be written: ${places.join(' or ')}.`);
}

/** `No usable price (ListPrice is "0"); No usable city (City is empty)`. */
export function describeRefusals(refusals: readonly Refusal[]): string {
  return refusals
    .map(({ reason, detail }) =>
      detail === '' ? REFUSALS[reason] : `${REFUSALS[reason]} (${detail})`,
    )
    .join('; ');
}

/** `line 36 (sac-0035): No usable address (UnparsedAddress is "#NA")`. */
export function toRemark(
  positionName: string,
  row: { position: number; key: string | null },
  text: string,
): Remark {
  const key = row.key === null ? '' : ` (${row.key})`;
  return { ...row, text: `${positionName} ${row.position}${key}: ${text}` };
}
