import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, formatHours, formatTimeZone } from '#shared/format/time-spans.ts';
import { MAX_OPEN_HOUSE_NOTE_LENGTH } from '#shared/tour-limits.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { isSame } from '../../../forms/pick-changed.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { openHousesQuery } from '../open-houses/open-house-queries.ts';

const EMPTY_FORM = { start: '', end: '', note: '' };

/** Lists a home's open houses, and adds and cancels them. */
export function OpenHousesEditor({ propertyId }: { propertyId: string }) {
  const queryClient = useQueryClient();
  const query = openHousesQuery(propertyId);
  const openHouses = useQuery(query);
  const [form, setForm] = useState(EMPTY_FORM);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: query.queryKey });
  const add = useApiMutation(
    (api, { start, end, note }: typeof EMPTY_FORM) =>
      api.call('POST /properties/:id/open-houses', {
        params: { id: propertyId },
        json: { start: toIso(start), end: toIso(end), note },
      }),
    {
      onSuccess: (_added, sent) => {
        // The agent may have typed the next open house while this one was being saved.
        setForm((current) => (isSame(current, sent) ? EMPTY_FORM : current));
        refresh();
      },
    },
  );
  const remove = useApiMutation(
    (api, id: string) => api.call('DELETE /open-houses/:id', { params: { id } }),
    { onSettled: refresh },
  );
  const set = (part: Partial<typeof EMPTY_FORM>) => setForm((before) => ({ ...before, ...part }));
  return (
    <section aria-labelledby="open-houses-editor" className="mt-10 border-t border-line pt-7">
      <h2 id="open-houses-editor" className="text-lg font-semibold">
        Open houses
      </h2>
      <ul className="mt-4 grid max-w-4xl gap-2 empty:hidden">
        {openHouses.data?.map(({ _id, start, end, timeZone, note }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-sm border border-line bg-surface px-4 py-2.5"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {formatDay(start, timeZone)}, {formatHours(start, end, timeZone)}{' '}
              {formatTimeZone(start, timeZone)}
              {note !== null && <span className="block text-sm text-ink-soft">{note}</span>}
            </span>
            <Button
              variant="quiet"
              size="sm"
              busy={remove.isPending && remove.variables === _id}
              onClick={() => remove.mutate(_id)}
            >
              Cancel
            </Button>
          </li>
        ))}
      </ul>
      {remove.isError && (
        <Banner tone="error" className="mt-4 max-w-4xl">
          {failureText(remove.error, 'The open house could not be canceled.')}
        </Banner>
      )}
      {/* The list shows times in the home’s time zone. */}
      <p className="mt-4 text-ink-soft">When anyone can drop by. Times are in your time zone.</p>
      <form
        noValidate
        className="mt-4 grid max-w-4xl items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.5fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(form);
        }}
      >
        <Field label="Starts">
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={form.start}
              onChange={(event) => set({ start: event.target.value })}
            />
          )}
        </Field>
        <Field label="Ends">
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={form.end}
              onChange={(event) => set({ end: event.target.value })}
            />
          )}
        </Field>
        <Field label="Note (optional)">
          {(control) => (
            <Input
              {...control}
              maxLength={MAX_OPEN_HOUSE_NOTE_LENGTH}
              value={form.note}
              onChange={(event) => set({ note: event.target.value })}
            />
          )}
        </Field>
        <Button type="submit" variant="secondary" busy={add.isPending}>
          Add open house
        </Button>
      </form>
      {add.isError && (
        <Banner tone="error" className="mt-4 max-w-4xl">
          {failureText(add.error, 'The open house could not be added.')}
        </Banner>
      )}
    </section>
  );
}

/** Converts a `datetime-local` value to ISO 8601; invalid values to '', which the server rejects. */
function toIso(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
