import type { InquiryStage } from '#shared/schemas/inquiry.ts';
import { cx } from '../../../ui/class-names.ts';
import { useChangeInquiry } from '../inquiry-queries.ts';
import { STAGE_LABELS, STAGES } from '../stage-labels.ts';

/** Sets the inquiry's stage with a click or a number key. */
export function StageChoice(inquiry: { id: string; stage: InquiryStage }) {
  const change = useChangeInquiry(inquiry.id);
  const { stage } = change.withPending(inquiry);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Stage</legend>
      <div className="flex flex-wrap gap-1.5">
        {STAGES.map((option, index) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === stage}
            data-key={String(index + 1)}
            title={`Key ${index + 1}`}
            onClick={() => change.mutate({ stage: option })}
            className={cx(
              'touch-target min-h-8 rounded-full border px-3 text-sm transition-colors',
              option === stage
                ? 'border-brand bg-brand-wash font-semibold text-brand current-in-forced-colors'
                : 'border-line-strong hover:border-ink hover:bg-sunken',
            )}
          >
            {STAGE_LABELS[option]}
          </button>
        ))}
      </div>
      {change.isError && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {change.error.message}
        </p>
      )}
    </fieldset>
  );
}
