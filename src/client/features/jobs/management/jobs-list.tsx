import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { type Job, JOB_STATES, type JobState } from '#shared/schemas/service/job.ts';
import { readChoice, readPage } from '../../../api/page-data/list-url.ts';
import { ListBody, ListHeader } from '../../../data-list/list-frame.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { DiscardJobDialog } from './discard-job-dialog.tsx';
import { JobCard } from './job-card.tsx';
import { jobCountsQuery, JOBS_INTERVAL_MS, type JobSearch, jobsQuery } from './job-queries.ts';

const TEXTS: Record<JobState, { label: string; empty: string; hint: string }> = {
  failed: {
    label: 'Failed',
    empty: 'Nothing has failed',
    hint: 'Jobs that fail 14 times in a day show up here with the reason.',
  },
  retrying: {
    label: 'Retrying',
    empty: 'Nothing to retry',
    hint: 'Jobs that have failed at least once show up here until the next attempt.',
  },
  running: {
    label: 'Running',
    empty: 'Nothing is running',
    hint: 'Most jobs take only a moment.',
  },
  waiting: {
    label: 'Waiting',
    empty: 'Nothing is waiting',
    hint: 'Emails, reminders, and other jobs wait here until they are due.',
  },
};

/** The queue of background jobs, for admins. */
export function JobsList() {
  const [params] = useSearchParams();
  const search: JobSearch = {
    state: readChoice(params, 'state', JOB_STATES) || 'failed',
    page: readPage(params),
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const [jobToDiscard, setJobToDiscard] = useState<Job | null>(null);
  const jobs = useQuery({
    ...jobsQuery(search),
    placeholderData: keepPreviousData,
    refetchInterval: JOBS_INTERVAL_MS,
  });
  const counts = useQuery({ ...jobCountsQuery, refetchInterval: JOBS_INTERVAL_MS }).data;
  const texts = TEXTS[search.state];
  return (
    <>
      <ListHeader
        title="Work Queue"
        headingRef={heading}
        count={jobs.data === undefined ? null : countOf(jobs.data.totalCount, 'job')}
      >
        {JOB_STATES.map((state) => (
          <LinkButton
            key={state}
            size="sm"
            variant={search.state === state ? 'primary' : 'secondary'}
            aria-current={search.state === state ? 'true' : undefined}
            href={pagePaths.jobs({ state })}
          >
            {TEXTS[state].label}
            {counts !== undefined && <span className="figures">{formatNumber(counts[state])}</span>}
          </LinkButton>
        ))}
      </ListHeader>
      {counts?.isWorkedOff === false && (
        <Banner tone="info" className="mt-5">
          No process is running background jobs, so emails and reminders are delayed. Start one with
          JOBS=1.
        </Banner>
      )}
      <ListBody
        list={jobs}
        failure="Could not load the background jobs."
        thumbnail="none"
        empty={
          <EmptyState
            icon={<ListChecks aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title={texts.empty}
          >
            {texts.hint}
          </EmptyState>
        }
        pages={{
          label: 'Pages of jobs',
          page: search.page,
          hrefOf: (page) => pagePaths.jobs({ ...search, page }),
        }}
      >
        {(items) => (
          <ul className="flex flex-col gap-4">
            {items.map((job) => (
              <JobCard key={job._id} job={job} onDiscard={() => setJobToDiscard(job)} />
            ))}
          </ul>
        )}
      </ListBody>
      <DiscardJobDialog
        job={jobToDiscard}
        onClose={() => setJobToDiscard(null)}
        returnFocusTo={() => heading.current}
      />
    </>
  );
}
