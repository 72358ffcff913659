import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { formatPrice } from '#shared/format/money.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { formatFieldValue } from '#shared/properties/field-text.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { refreshListings } from '../../../property-cards/refresh-listings.ts';
import { smallIconButtonClass } from '../../../ui/actions/icon-button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Input } from '../../../ui/fields/input.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { useEscape } from '../../../ui/overlays/use-escape.ts';
import { SpinnerIcon } from '../../../ui/waiting/spinner.tsx';

type PricedListing = Pick<ManagedProperty, '_id' | 'title' | 'price'>;
interface PriceChange {
  price: string;
  before: number | null;
}

/** A listing's price, editable in the table: Enter saves, and Escape cancels. */
export function PriceCell({ property }: { property: PricedListing }) {
  const { title, price } = property;
  const [isEditing, setIsEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (!isEditing && wasEditing.current) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const priceText = price === null ? 'No price' : formatPrice(price);
  if (isEditing) return <PriceForm property={property} onClose={() => setIsEditing(false)} />;
  return (
    <button
      ref={opener}
      type="button"
      aria-label={`Change price: ${title}, ${priceText}`}
      title="Change price"
      className="touch-target -mx-1.5 inline-flex items-center rounded-sm px-1.5 py-1 whitespace-nowrap underline decoration-ink-faint decoration-dotted underline-offset-4 figures hover:bg-sunken hover:decoration-solid"
      onClick={() => setIsEditing(true)}
    >
      {priceText}
    </button>
  );
}

function PriceForm({ property, onClose }: { property: PricedListing; onClose: () => void }) {
  const { _id, title, price } = property;
  const [text, setText] = useState(formatFieldValue(price));
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // In Safari, selecting the text of a field does not focus it.
    input.current?.focus();
    input.current?.select();
  }, []);
  const change = useChangePrice(_id, title, onClose);
  const close = () => !change.isPending && onClose();
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, close);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    if (text.trim() === formatFieldValue(price)) onClose();
    else change.mutate({ price: text, before: price });
  };
  const { error } = change;
  return (
    <form
      ref={form}
      noValidate
      className={cx('max-w-48', error === null && 'md:relative md:h-8')}
      onSubmit={send}
    >
      {/* Overlays the table so that column widths don't change. An error message needs a taller row. */}
      <div
        className={cx(
          error === null &&
            'md:absolute md:-top-2 md:-left-2 md:z-10 md:w-52 md:rounded-sm md:bg-surface md:p-0.5 md:shadow-pop',
        )}
      >
        <span className="flex items-center gap-0.5">
          <Input
            ref={input}
            aria-label={`Price of ${title}`}
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : errorId}
            inputMode="decimal"
            autoComplete="off"
            readOnly={change.isPending}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            className="min-w-24 figures"
          />
          <button
            type="submit"
            aria-label="Save price"
            title="Save price"
            aria-disabled={change.isPending}
            className={smallIconButtonClass}
          >
            {change.isPending ? (
              <SpinnerIcon className="size-4.5" />
            ) : (
              <Check aria-hidden="true" className="size-4.5" />
            )}
          </button>
          <button
            type="button"
            aria-label="Cancel"
            title="Cancel"
            aria-disabled={change.isPending}
            className={smallIconButtonClass}
            onClick={close}
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        </span>
        <output className="sr-only">{change.isPending ? 'Saving...' : ''}</output>
        {error !== null && (
          <span id={errorId} role="alert" className="mt-1 block text-sm text-danger">
            {messageOf(error)}
          </span>
        )}
      </div>
    </form>
  );
}

const messageOf = (error: ApiError) =>
  error.fieldErrors['price'] ?? failureText(error, 'The price could not be saved.');

const sendPrice = (id: string) => (api: ApiClient, json: PriceChange) =>
  api.call('PATCH /properties/:id/price', { params: { id }, json });

/** Changes a price and offers to undo it in a toast. */
function useChangePrice(id: string, title: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  const onSettled = () => refreshListings(queryClient);
  const revert = useApiMutation(sendPrice(id), {
    onError: (error) => showToast({ tone: 'error', text: messageOf(error) }),
    onSettled,
  });
  return useApiMutation(sendPrice(id), {
    onSuccess({ price }, { before }) {
      onSaved();
      if (price === null) return;
      const undo = () => revert.mutate({ price: formatFieldValue(before), before: price });
      showToast({
        tone: 'success',
        text: `“${title}” is now ${formatPrice(price)}.`,
        ...(before === null ? {} : { action: { label: 'Undo', onSelect: undo } }),
      });
    },
    // Refetch so that the next attempt is based on the current price, which the message includes.
    onError: async ({ code }) =>
      code === 'CONFLICT' ? queryClient.refetchQueries({ type: 'active' }) : undefined,
    onSettled,
  });
}
