import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pagePaths } from '#shared/page-paths.ts';
import type { SiteSetup } from '#shared/schemas/site.ts';
import { useApiMutation } from '../../../../api/use-api-mutation.ts';
import { failureText } from '../../../../forms/failure-text.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Link } from '../../../../ui/actions/link.tsx';
import { MailSetup } from './mail-setup.tsx';
import { DemoRemoved, RemoveDemo } from './remove-demo.tsx';
import { siteSetupQuery } from './setup-query.ts';
import { setupStepClass } from './setup-step-class.ts';
import { Banner } from '../../../../ui/notices/banner.tsx';

const STEPS: Record<SiteSetup['steps'][number]['step'], { label: string; href: string | null }> = {
  identity: { label: 'Name and logo', href: pagePaths.siteSettings() },
  contact: { label: 'Contact details', href: pagePaths.siteSettings() },
  legal: { label: 'Legal pages', href: pagePaths.siteSettings() },
  agent: { label: 'First agent', href: pagePaths.manageUsers() },
  // Configured on the server; a dialog explains how.
  mail: { label: 'Outgoing email', href: null },
  agentSignUp: { label: 'Agent sign-up', href: pagePaths.policies() },
  review: { label: 'Listing review', href: pagePaths.policies() },
  cardArea: { label: 'Area on cards', href: pagePaths.policies() },
  demo: { label: 'Remove demo data', href: null },
};

/** The setup checklist for admins. Renders nothing while loading, or if complete or dismissed. */
export function SetupList() {
  const queryClient = useQueryClient();
  const { data } = useQuery(siteSetupQuery);
  const dismiss = useApiMutation((api) => api.call('POST /site/setup/dismiss', {}), {
    onSuccess: () => {
      queryClient.setQueryData(siteSetupQuery.queryKey, (setup) =>
        setup === undefined ? setup : { ...setup, isDismissed: true },
      );
      // The pressed button disappears with the list.
      document.querySelector<HTMLElement>('main')?.focus();
    },
  });
  if (data === undefined || data.isDismissed || data.steps.every(({ isDone }) => isDone))
    return null;
  return (
    <section
      aria-labelledby="setup-heading"
      className="mt-6 rounded-md border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="setup-heading" className="font-semibold">
            Make this marketplace yours
          </h2>
          <p className="mt-1 text-sm text-ink-soft">Finish these before you launch.</p>
        </div>
        <Button variant="quiet" size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Dismiss<span className="sr-only"> checklist</span>
        </Button>
      </div>
      {dismiss.error !== null && (
        <Banner tone="error" className="mt-4">
          {failureText(dismiss.error, 'An unexpected error occurred.')}
        </Banner>
      )}
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
        {data.steps.map(({ step, isDone }) => {
          const { label, href } = STEPS[step];
          return (
            <li key={step} className="touch-target flex items-center gap-2">
              {isDone ? (
                <CircleCheck aria-hidden="true" className="size-5 text-brand" />
              ) : (
                <Circle aria-hidden="true" className="size-5 text-ink-faint" />
              )}
              {href !== null ? (
                <Link href={href} className={setupStepClass}>
                  {label}
                </Link>
              ) : step === 'mail' ? (
                <MailSetup label={label} isDone={isDone} />
              ) : isDone ? (
                <DemoRemoved label={label} />
              ) : (
                <RemoveDemo label={label} />
              )}
              <span className="text-sm text-ink-faint">{isDone ? 'Done' : 'To do'}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
