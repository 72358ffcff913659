import { useState } from 'react';
import type { Agent } from '#shared/schemas/user.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { AgentPicker } from '../../../data-list/agent-picker.tsx';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';

/** Adds an agent to an office without an invitation, for admins. */
export function AddMember({ officeId, onChanged }: { officeId: string; onChanged: () => void }) {
  const [agent, setAgent] = useState<Agent | null>(null);
  const add = useApiMutation(
    (api, { _id: userId }: Agent) =>
      api.call('PUT /offices/:id/members/:userId', {
        params: { id: officeId, userId },
        json: { role: 'member' },
      }),
    {
      onSuccess: ({ name }) => {
        setAgent(null);
        showToast({ tone: 'success', text: `${name} is now in this office.` });
      },
      onSettled: onChanged,
    },
  );
  return (
    <div className="mt-4 max-w-2xl">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <AgentPicker label="Add an agent" value={agent} onChange={setAgent} />
        </div>
        <Button
          disabled={agent === null}
          busy={add.isPending}
          busyLabel="Adding..."
          onClick={() => agent !== null && add.mutate(agent)}
        >
          Add to office
        </Button>
      </div>
      {add.isError && (
        <Banner tone="error" className="mt-3">
          {failureText(add.error, 'The agent could not be added.')}
        </Banner>
      )}
    </div>
  );
}
