import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Agent } from '#shared/schemas/user.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { AgentPicker } from '../../../data-list/agent-picker.tsx';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { refreshInquiries } from '../inquiry-queries.ts';

export interface AssignDialogProps {
  inquiry: { _id: string; name: string; agent: { _id: string | null; name: string } };
  /** The office whose agents a manager can choose; undefined for admins. */
  officeId: string | undefined;
  onClose: () => void;
}

/** Reassigns a conversation to another agent (docs/product/offices.md, Reassigning). */
export function AssignDialog({ inquiry, officeId, onClose }: AssignDialogProps) {
  const queryClient = useQueryClient();
  const [agent, setAgent] = useState<Agent | null>(null);
  const [isAgentMissing, setIsAgentMissing] = useState(false);
  const assign = useApiMutation(
    (api, agentId: string) =>
      api.call('POST /inquiries/:id/assign', { params: { id: inquiry._id }, json: { agentId } }),
    {
      onSuccess: (assigned) => {
        showToast({
          tone: 'success',
          text: `${assigned.agent.name} is now assigned to this conversation.`,
        });
        onClose();
      },
      onSettled: () => refreshInquiries(queryClient),
    },
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      title="Assign inquiry"
      description={`${inquiry.agent._id === null ? 'No agent' : inquiry.agent.name} handles the conversation with ${inquiry.name}. Once it is reassigned, only ${inquiry.name}, the new agent, office managers, and admins can read it.`}
      actions={
        <>
          <Button variant="secondary" disabled={assign.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={assign.isPending}
            busyLabel="Assigning..."
            onClick={() => {
              setIsAgentMissing(agent === null);
              if (agent !== null) assign.mutate(agent._id);
            }}
          >
            Assign
          </Button>
        </>
      }
    >
      {assign.isError && (
        <Banner tone="error" className="mb-4">
          {failureText(assign.error, 'The inquiry could not be assigned.')}
        </Banner>
      )}
      <AgentPicker
        label="Agent"
        value={agent}
        onChange={setAgent}
        officeId={officeId}
        excludedIds={inquiry.agent._id === null ? [] : [inquiry.agent._id]}
        error={isAgentMissing && agent === null ? 'Choose an agent.' : undefined}
      />
    </Dialog>
  );
}
