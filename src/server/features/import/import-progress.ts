/** Shows the progress of an import, on terminals only. */

import { SingleBar } from 'cli-progress';
import type { Progress } from './import-listings.ts';

const LABELS: Record<Progress['phase'], string> = { checking: 'Checking', importing: 'Importing' };

export type ProgressBar = { show: (progress: Progress) => void; stop: () => void };

/** @param stream the output, used only if it is a terminal */
export function createProgressBar(stream: NodeJS.WriteStream): ProgressBar {
  if (!stream.isTTY) return { show: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: '{label} {bar} {percentage}% | {rows} rows | {eta_formatted} left',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
    stream,
  });
  let phase: Progress['phase'] | undefined;
  return {
    show: (progress) => {
      const payload = {
        label: LABELS[progress.phase].padEnd(9),
        rows: progress.rows.toLocaleString('en-US'),
      };
      if (progress.phase !== phase) {
        bar.stop();
        bar.start(100, 0, payload);
        phase = progress.phase;
      }
      bar.update(Math.floor(progress.fraction * 100), payload);
    },
    stop: () => bar.stop(),
  };
}
