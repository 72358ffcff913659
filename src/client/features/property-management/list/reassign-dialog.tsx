import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import { MAX_REASSIGNED_LISTINGS } from '#shared/limits.ts';
import type { Agent } from '#shared/schemas/user.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { AgentPicker } from '../../../data-list/agent-picker.tsx';
import { failureText } from '../../../forms/failure-text.ts';
import { refreshListings } from '../../../property-cards/refresh-listings.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

export interface ReassignDialogProps {
  propertyIds: readonly string[];
  /** The office whose agents a manager can choose; undefined for admins. */
  officeId: string | undefined;
  /** @param isDone whether the listings were moved */
  onClose: (isDone: boolean) => void;
}

/** Moves listings to another agent (docs/product/offices.md, Reassigning). */
export function ReassignDialog({ propertyIds, officeId, onClose }: ReassignDialogProps) {
  const queryClient = useQueryClient();
  const [agent, setAgent] = useState<Agent | null>(null);
  const [withInquiries, setWithInquiries] = useState(true);
  const [isAgentMissing, setIsAgentMissing] = useState(false);
  const move = useApiMutation(
    (api, { _id: agentId }: Agent) =>
      api.call('POST /properties/reassign', {
        json: { propertyIds: [...propertyIds], agentId, withInquiries },
      }),
    {
      onSuccess: (moved, { name }) => {
        showToast({
          tone: 'success',
          text: `${countOf(moved.properties, 'listing')} moved to ${name}.`,
        });
        onClose(true);
      },
      onSettled: () => refreshListings(queryClient),
    },
  );
  const isTooMany = propertyIds.length > MAX_REASSIGNED_LISTINGS;
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      width="sm"
      title={`Move ${countOf(propertyIds.length, 'listing')}`}
      description="History, pictures, and page URLs stay the same. All agents involved are notified."
      actions={
        <>
          <Button variant="secondary" disabled={move.isPending} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            disabled={isTooMany}
            busy={move.isPending}
            busyLabel="Moving..."
            onClick={() => {
              setIsAgentMissing(agent === null);
              if (agent !== null) move.mutate(agent);
            }}
          >
            Move listings
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {isTooMany && (
          <Banner tone="info">
            You can move up to {countOf(MAX_REASSIGNED_LISTINGS, 'listing')} at a time.
          </Banner>
        )}
        {move.isError && (
          <Banner tone="error">
            {failureText(move.error, 'The listings could not be moved.')}
          </Banner>
        )}
        <AgentPicker
          label="Move listings to"
          value={agent}
          onChange={setAgent}
          officeId={officeId}
          error={isAgentMissing && agent === null ? 'Choose an agent.' : undefined}
        />
        <Checkbox
          label="Include open inquiries and upcoming tours"
          checked={withInquiries}
          onChange={(event) => setWithInquiries(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
