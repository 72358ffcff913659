import { useState } from 'react';
import { formatDateTime } from '#shared/format/dates.ts';
import { mailtoHref } from '#shared/format/mailto.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Report } from '#shared/schemas/report.ts';
import { REPORT_REASONS } from '#shared/schemas/report-reasons.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx';
import { useResolveReport } from './report-queries.ts';

/** A report with its possible decisions. A decision can be changed later. */
export function ReportCard({ report }: { report: Report }) {
  const { property, reason, text, email, createdAt, decision } = report;
  const resolve = useResolveReport();
  return (
    <li className="rounded-md border border-line bg-surface p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold [overflow-wrap:anywhere]">
          {property._id === null ? (
            property.title
          ) : (
            <Link href={pagePaths.property(property._id)} className="hover:underline">
              {property.title}
            </Link>
          )}
        </h2>
        <time dateTime={createdAt} className="text-sm text-ink-soft figures">
          {formatDateTime(createdAt)}
        </time>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Badge tone="clay">{REPORT_REASONS[reason]}</Badge>
        {decision !== null && <Badge>{decision === 'hidden' ? 'Hidden' : 'Dismissed'}</Badge>}
        {property._id === null && <Badge>Deleted</Badge>}
      </p>
      {text !== null && (
        <p className="measure mt-3 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
      )}
      {email !== null && (
        <p className="mt-2 text-sm text-ink-soft [overflow-wrap:anywhere]">
          From{' '}
          <Link
            href={mailtoHref(email, `Your report about ${property.title}`)}
            className="underline"
          >
            {email}
          </Link>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {decision !== 'hidden' && property._id !== null && <HideDialog report={report} />}
        {decision !== 'dismissed' && (
          <Button
            variant="secondary"
            size="sm"
            busy={resolve.isPending}
            onClick={() => resolve.mutate({ report, decision: 'dismissed' })}
          >
            {decision === 'hidden' ? 'Show again' : 'Dismiss'}
          </Button>
        )}
      </div>
      {resolve.isError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {resolve.error.message}
        </p>
      )}
    </li>
  );
}

function HideDialog({ report }: { report: Report }) {
  const resolve = useResolveReport();
  const [note, setNote] = useState('');
  return (
    <Dialog
      title="Hide this listing"
      description={`Visitors will no longer find “${report.property.title}”. We’ll email the agent the reason.`}
      trigger={
        <Button variant="danger" size="sm">
          Hide the listing
        </Button>
      }
      actions={
        <>
          <DialogClose render={<Button variant="secondary">Cancel</Button>} />
          <Button
            variant="danger"
            busy={resolve.isPending}
            onClick={() => resolve.mutate({ report, decision: 'hidden', note })}
          >
            Hide
          </Button>
        </>
      }
    >
      {resolve.isError && (
        <Banner tone="error" className="mb-4">
          {failureText(resolve.error, 'The listing could not be hidden.')}
        </Banner>
      )}
      <Field label="Note to the agent (optional)">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={1_000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
