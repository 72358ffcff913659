import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../../ui/fields/field.tsx';
import { Input } from '../../../../ui/fields/input.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { useDebouncedValue } from '../../../../ui/timing/use-debounced-value.ts';
import { agentQuery, agentsQuery } from './source-queries.ts';

const TYPING_MS = 300;

interface AgentFieldProps {
  /** The agent who is stored; null for none. */
  stored: string | null;
  value: string;
  onChange: (agentId: string) => void;
  error: string | undefined;
}

/** The agent who gets what belongs to no one else; a box narrows the choice down where there are many agents. */
export function AgentField({ stored, value, onChange, error }: AgentFieldProps) {
  const [search, setSearch] = useState('');
  const agents = useQuery(agentsQuery(useDebouncedValue(search.trim(), TYPING_MS)));
  const { items = [], totalCount = 0 } = agents.data ?? {};
  const found = items.map(({ _id, name, email }) => ({ value: _id, label: `${name} (${email})` }));
  const isMissing = stored !== null && !found.some((option) => option.value === stored);
  const current = useQuery({
    ...agentQuery(stored ?? ''),
    enabled: isMissing && !agents.isPending,
  });
  const options = [
    { value: '', label: agents.isPending ? 'Loading agents...' : 'Choose an agent' },
    ...(isMissing ? [{ value: stored, label: current.data?.name ?? 'Current agent' }] : []),
    ...found,
  ];
  const isLong = search !== '' || totalCount > items.length;
  return (
    <div className="grid gap-2">
      {isLong && (
        <Field label="Find an agent">
          {(control) => (
            <Input
              {...control}
              type="search"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label="Default agent"
        hint="Gets the listings and inquiries of agents without an account here."
        error={error ?? (agents.isError ? 'The agents could not be loaded.' : undefined)}
      >
        {(control) => (
          <Select
            {...control}
            options={options}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  );
}
