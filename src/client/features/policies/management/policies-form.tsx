import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useState, type FormEvent } from 'react';
import {
  POLICY_VALUES,
  type Policies,
  type PolicyName,
  toPublicPolicies,
} from '#shared/schemas/brokerage/policy-values.ts';
import { pickChanged } from '../../../forms/pick-changed.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { showSite, useSite } from '../../../api/page-data/site.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { UnsavedChanges } from '../../../forms/unsaved-changes.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/blocks/card.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { POLICY_TEXTS } from './policy-texts.ts';

const policiesQuery = apiQuery('GET /policies', {});
const NAMES = Object.keys(POLICY_VALUES) as PolicyName[];

/** The site's policies, such as who can sign up as an agent (docs/product/policies.md, Page). */
export function PoliciesPage() {
  const { data, error, refetch, isFetching } = useQuery(policiesQuery);
  return (
    <>
      <h1 className="display text-xl">Policies</h1>
      <p className="mt-1 text-ink-soft">
        Who can sign up as an agent, who can publish listings, how people sign in, and the area that
        listing cards show.
      </p>
      {data !== undefined ? (
        <PoliciesForm policies={data} />
      ) : error === null ? (
        <Spinner className="min-h-[50vh] justify-center" />
      ) : (
        <LoadError title="An Error Occurred" isRetrying={isFetching} onRetry={() => void refetch()}>
          The policies could not be loaded. Please try again.
        </LoadError>
      )}
    </>
  );
}

function PoliciesForm({ policies }: { policies: Policies }) {
  const queryClient = useQueryClient();
  const site = useSite();
  const [chosen, setChosen] = useState<Partial<Policies>>({});
  const draft = { ...policies, ...chosen };
  const changes = pickChanged(draft, policies);
  const isChanged = Object.keys(changes).length > 0;
  const save = useApiMutation(
    async (api) => {
      // Saving without changes confirms the current policies, which completes their steps in the setup
      // checklist.
      const json = isChanged ? changes : await api.call('GET /policies', {});
      return api.call('PUT /policies', { json });
    },
    {
      onSuccess: (saved) => {
        queryClient.setQueryData(policiesQuery.queryKey, saved);
        void queryClient.invalidateQueries({ queryKey: ['GET /site/setup'] });
        setChosen({});
        showSite({ ...site, policies: toPublicPolicies(saved) });
        showToast({ tone: 'success', text: 'Saved. The policies now apply.' });
      },
    },
  );
  const hasChanges = useCallback(() => isChanged, [isChanged]);

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="mt-6 max-w-3xl">
      <div className="grid gap-5">
        {NAMES.map((name) => (
          <PolicyChoice
            key={name}
            name={name}
            value={draft[name]}
            onChoose={(value) => setChosen((current) => ({ ...current, [name]: value }))}
          />
        ))}
      </div>
      {save.error !== null && (
        <Banner tone="error" className="mt-5">
          {failureText(save.error, 'The policies could not be saved.')}
        </Banner>
      )}
      <div className="mt-6">
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save Policies
        </Button>
      </div>
      <UnsavedChanges hasChanges={hasChanges} />
    </form>
  );
}

interface PolicyChoiceProps {
  name: PolicyName;
  value: string;
  onChoose: (value: string) => void;
}

function PolicyChoice({ name, value, onChoose }: PolicyChoiceProps) {
  const { title, text, options } = POLICY_TEXTS[name];
  const hintId = useId();
  return (
    <Card className="p-5 sm:p-6">
      <fieldset aria-describedby={hintId}>
        <legend className="font-semibold">{title}</legend>
        <p id={hintId} className="mt-1 text-sm text-ink-soft">
          {text}
        </p>
        <div className="mt-3 grid gap-1">
          {Object.entries(options).map(([option, label]) => (
            <label key={option} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name={name}
                value={option}
                checked={value === option}
                onChange={() => onChoose(option)}
                className="size-5 shrink-0 accent-brand"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  );
}
