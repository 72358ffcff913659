import type { ReactNode } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import { countOf } from '#shared/format/numbers.ts';
import { latestListUrl } from '../visited-lists.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { percentSent } from './pictures/upload-progress.ts';
import type { AutosaveState } from './use-autosave.ts';
import type { SaveState } from './use-save-listing.ts';

export interface SaveBarProps {
  /** 'Add Property' or 'Save Changes'. */
  label: string;
  state: SaveState;
  /** The number of new pictures to send. */
  pictureCount: number;
  /** Whether there are unsaved changes. */
  isChanged: boolean;
  /** The state of the automatic save of a draft. */
  autosave: AutosaveState;
  /** The number of invalid fields, including alternative texts that are too long. */
  invalidCount: number;
  onCancelUpload: () => void;
  /** Other save buttons. */
  actions?: ReactNode;
}

const progressClass =
  'mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line forced-colors:border ' +
  '[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-brand [&::-moz-progress-bar]:bg-brand';

/**
 * The save state and buttons, sticky at the bottom of the form if the window is tall enough.
 */
export function SaveBar(props: SaveBarProps) {
  const { label, state, pictureCount } = props;
  const isBusy = state.phase === 'sending';
  return (
    <div
      data-foot-bar
      className="sticky bottom-0 z-20 -mx-(--gutter) [@media(max-height:28rem)]:static mt-2 -mb-8 border-t border-line bg-paper px-(--gutter) py-3"
    >
      {state.phase === 'failed' && (
        <Banner tone="error" className="mb-3">
          {failureText(state.error, 'An unexpected error occurred.')}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          {isBusy && pictureCount > 0 ? (
            <UploadLine {...props} state={state} />
          ) : (
            <output className="text-sm text-ink-soft">{statusText(props)}</output>
          )}
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          {!isBusy && (
            <LinkButton
              href={latestListUrl() ?? pagePaths.myListings()}
              variant="secondary"
              className="max-sm:flex-1"
            >
              Cancel
            </LinkButton>
          )}
          {!isBusy && props.actions}
          <Button type="submit" busy={isBusy} busyLabel="Saving..." className="max-sm:flex-1">
            {label}
          </Button>
        </div>
      </div>
    </div>
  );
}

function statusText({ state, isChanged, autosave, invalidCount }: SaveBarProps): string {
  if (invalidCount > 0)
    return invalidCount === 1 ? '1 field needs attention' : `${invalidCount} fields need attention`;
  if (state.phase === 'canceled') {
    return state.wasSent
      ? 'Upload canceled. It may have already gone through, so check My Listings.'
      : 'Upload canceled. Nothing was lost.';
  }
  if (state.phase === 'idle' && autosave === 'saving') return 'Saving draft...';
  if (state.phase === 'idle' && autosave === 'rejected') return 'Draft not saved yet';
  if (state.phase === 'idle' && autosave === 'saved' && !isChanged) return 'Draft saved';
  return isChanged && state.phase === 'idle' ? 'Unsaved changes' : '';
}

function UploadLine({
  state,
  pictureCount,
  onCancelUpload,
}: SaveBarProps & { state: { phase: 'sending' } & SaveState }) {
  const { progress } = state;
  const percent = progress === null ? 0 : percentSent(progress);
  const isSent = percent === 100;
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <div className="flex justify-between gap-3 text-sm text-ink-soft">
          <output className="truncate">
            {isSent ? 'Preparing the pictures...' : `Sending ${countOf(pictureCount, 'picture')}`}
          </output>
          <span className="figures">{percent}%</span>
        </div>
        <progress aria-label="Upload" value={percent} max={100} className={progressClass} />
      </div>
      <Button variant="secondary" size="sm" onClick={onCancelUpload}>
        Cancel upload
      </Button>
    </div>
  );
}
