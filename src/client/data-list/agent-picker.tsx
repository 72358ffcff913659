import { Combobox } from '@base-ui/react/combobox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import type { Agent } from '#shared/schemas/user.ts';
import { listQuery } from '../api/api-queries.ts';
import { Field } from '../ui/fields/field.tsx';
import { controlClass } from '../ui/fields/control-class.ts';
import { popupClass } from '../ui/overlays/overlay-class.ts';
import { useDebouncedValue } from '../ui/timing/use-debounced-value.ts';

const MAX_RESULTS = 20;

export interface AgentPickerProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: Agent | null;
  onChange: (agent: Agent | null) => void;
  /** Limits the results to this office's agents. */
  officeId?: string | undefined;
  /** Agents to exclude. */
  excludedIds?: readonly string[] | undefined;
}

/** A combobox for choosing an agent. */
export function AgentPicker(props: AgentPickerProps) {
  const { label, hint, error, value, onChange, officeId, excludedIds = [] } = props;
  const [term, setTerm] = useState('');
  // Renders the list next to the input so that screen readers can reach it in a dialog.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const searchTerm = useDebouncedValue(term.trim(), SEARCH_DEBOUNCE_MS);
  const results = useQuery({
    ...listQuery('GET /users/agents', {
      query: { searchTerm: searchTerm || undefined, officeId, limit: MAX_RESULTS },
    }),
    placeholderData: keepPreviousData,
  });
  const agents = (results.data?.items ?? []).filter(({ _id }) => !excludedIds.includes(_id));
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Combobox.Root
          items={agents}
          // The server filters the agents.
          filter={null}
          value={value}
          onValueChange={onChange}
          itemToStringLabel={(agent) => agent.name}
          isItemEqualToValue={(agent, other) => agent._id === other._id}
          onInputValueChange={(text, { reason }) => setTerm(reason === 'item-press' ? '' : text)}
          openOnInputClick
        >
          <Combobox.Input {...control} placeholder="Search agents..." className={controlClass()} />
          <div ref={setContainer} />
          <Combobox.Portal container={container}>
            <Combobox.Positioner className="z-60" sideOffset={6}>
              <Combobox.Popup
                className={`${popupClass} max-h-72 w-(--anchor-width) overflow-y-auto rounded-md p-1.5`}
              >
                <Combobox.Empty className="px-3 text-ink-soft [&:not(:empty)]:py-2">
                  {results.isError
                    ? 'The agents could not be loaded.'
                    : results.isPending
                      ? 'Searching...'
                      : 'No agents found.'}
                </Combobox.Empty>
                <Combobox.List>
                  {(agent: Agent) => (
                    <Combobox.Item
                      key={agent._id}
                      value={agent}
                      className="min-h-11 cursor-pointer rounded-sm px-3 py-2 data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:outline-transparent"
                    >
                      <span className="block [overflow-wrap:anywhere]">{agent.name}</span>
                      <span className="block text-sm [overflow-wrap:anywhere] text-ink-soft">
                        {agent.office?.name ?? agent.email}
                      </span>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}
