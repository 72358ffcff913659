import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shared/format/dates.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Review } from '#shared/schemas/brokerage/review.ts';
import { MAX_DECISION_REASON_LENGTH } from '#shared/limits.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { PropertyCard } from '../../../property-cards/property-card.tsx';
import { summarize } from '../../../property-cards/property-summary.ts';
import { VerifiedBadge } from '../../../property-cards/verified-badge.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { signalsQuery, useDecideReview } from './review-queries.ts';

/** A listing in review: a preview and the decision. */
export function ReviewCard({ review }: { review: Review }) {
  const { _id: propertyId, agent, description, previousDecision, submittedAt, updatedAt } = review;
  const decide = useDecideReview();
  const [reason, setReason] = useState('');
  return (
    // Notifications link to this ID.
    <li
      id={`listing-${propertyId}`}
      className="grid items-start gap-6 rounded-md border border-line bg-surface p-5 lg:grid-cols-[20rem_1fr]"
    >
      <div>
        <PropertyCard property={summarize(review)} />
      </div>
      <div className="grid min-w-0 gap-4">
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          <span>
            By {agent.name}, submitted {formatDateTime(submittedAt)}
          </span>
          <VerifiedBadge verification={agent.verification} />
        </p>
        <p className="measure max-h-48 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
          {description}
        </p>
        {previousDecision !== null && (
          <p className="text-sm text-ink-soft">
            {previousDecision.decision === 'approved' ? 'Approved' : 'Sent back'} on{' '}
            {formatDateTime(previousDecision.at)}
            {previousDecision.reason !== null && `: ${previousDecision.reason}`}
          </p>
        )}
        <Signals propertyId={propertyId} />
        {decide.isError && (
          <Banner tone="error">
            {failureText(decide.error, 'The decision could not be saved.')}
          </Banner>
        )}
        <Field
          label="Reason (required to request changes)"
          error={decide.error?.fieldErrors['reason']}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={MAX_DECISION_REASON_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button
            size="sm"
            busy={decide.isPending}
            onClick={() =>
              decide.mutate({ propertyId, decision: 'approved', reason, before: updatedAt })
            }
          >
            Approve
          </Button>
          <Button
            size="sm"
            variant="secondary"
            disabled={decide.isPending}
            onClick={() =>
              decide.mutate({
                propertyId,
                decision: 'changes_requested',
                reason,
                before: updatedAt,
              })
            }
          >
            Request changes
          </Button>
          <Link
            href={pagePaths.property(propertyId)}
            className="touch-target inline-flex items-center underline underline-offset-4"
          >
            Preview
          </Link>
          <Link
            href={pagePaths.editListing(propertyId)}
            className="touch-target inline-flex items-center underline underline-offset-4"
          >
            Edit
          </Link>
        </div>
      </div>
    </li>
  );
}

function Signals({ propertyId }: { propertyId: string }) {
  const { data, isError } = useQuery(signalsQuery(propertyId));
  if (isError) return <p className="text-sm text-ink-soft">Warning signs could not be loaded.</p>;
  if (data === undefined || data.length === 0) return null;
  return (
    <ul
      aria-label="Warning signs"
      className="grid gap-1 rounded-sm bg-clay-wash p-3 text-sm text-clay"
    >
      {data.map(({ kind, propertyId: other, detail }) => (
        <li key={`${kind} ${other ?? ''} ${detail}`}>
          {other === undefined ? (
            detail
          ) : (
            <Link href={pagePaths.editListing(other)} className="underline">
              {detail}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
