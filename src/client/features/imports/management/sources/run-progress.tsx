import type { SourceRun } from '#shared/schemas/open/data-source.ts';
import { failureText } from '../../../../forms/failure-text.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Banner } from '../../../../ui/notices/banner.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { useCancelRun } from './source-queries.ts';
import { percentRead, readSummary, runSummary } from './source-text.ts';

/**
 * The progress of a sync. The bar shows a percentage only in a full sync whose server reports the
 * number of rows.
 */
export function RunProgress({ sourceId, run }: { sourceId: string; run: SourceRun }) {
  const cancel = useCancelRun();
  return (
    <div className="mt-5 border-t border-line pt-5">
      <ProgressBar label="Syncing" percent={percentRead(run)} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft figures">
          {run.state === 'waiting' ? 'Starting soon.' : `${readSummary(run)}: ${runSummary(run)}`}
        </p>
        <Button
          variant="secondary"
          size="sm"
          busy={cancel.isPending}
          busyLabel="Canceling..."
          onClick={() => cancel.mutate({ id: sourceId, runId: run._id })}
        >
          Cancel Sync
        </Button>
      </div>
      {cancel.error !== null && (
        <Banner tone="error" className="mt-4">
          {failureText(cancel.error, 'The sync could not be canceled.')}
        </Banner>
      )}
    </div>
  );
}
