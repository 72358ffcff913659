import { useState } from 'react';
import { MAX_DECISION_REASON_LENGTH } from '#shared/limits.ts';
import type { AgentRequestDecision, User } from '#shared/schemas/user.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import type { DialogTarget } from '../../../data-list/dialog-target.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useRefreshUsers } from '../user-queries.ts';

/**
 * Approves or declines a user's request to become an agent (docs/product/policies.md, Requests to
 * become an agent).
 */
export function AgentRequestDialog({ target }: { target: DialogTarget<User> }) {
  const user = target.subject;
  if (user === null || user === undefined) return null;
  return (
    <Dialog
      open={target.isOpen}
      onOpenChange={target.close}
      returnFocusTo={target.returnFocusTo}
      title={`Request from ${user.name}`}
      description="As an agent, this person can list homes. We’ll email them your decision."
      width="sm"
    >
      <RequestForm key={user._id} user={user} onDone={target.close} />
    </Dialog>
  );
}

function RequestForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const refresh = useRefreshUsers();
  const decide = useApiMutation(
    (api, json: AgentRequestDecision) =>
      api.call('PATCH /users/:id/agent-request', { params: { id: user._id }, json }),
    {
      onSuccess: (_user, { decision }) => {
        refresh({ includesListings: false });
        onDone();
        showToast({
          tone: 'success',
          text:
            decision === 'approved' ? `${user.name} is now an agent.` : 'The request was declined.',
        });
      },
    },
  );
  return (
    <div className="grid gap-4">
      {decide.isError && (
        <Banner tone="error">
          {failureText(decide.error, 'The decision could not be saved.')}
        </Banner>
      )}
      <Field label="Reason (if you decline)">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={MAX_DECISION_REASON_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="secondary"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ decision: 'declined', reason })}
        >
          Decline
        </Button>
        <Button busy={decide.isPending} onClick={() => decide.mutate({ decision: 'approved' })}>
          Approve
        </Button>
      </div>
    </div>
  );
}
