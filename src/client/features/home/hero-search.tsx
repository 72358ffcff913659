import Search from 'lucide-react/icons/search';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { MAX_SEARCH_TERM_LENGTH } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { PROPERTY_STATUSES, type PropertyStatus } from '#shared/property-choices.ts';
import type { ChosenPlace } from '../../forms/place-field/place-choice.ts';
import { PlaceInput } from '../../forms/place-field/place-input.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';

const STATUS_OPTIONS = [
  { value: 'all', label: 'All homes' },
  { value: 'For Sale', label: 'For Sale' },
  { value: 'For Rent', label: 'For Rent' },
] as const;

/**
 * The hero's search form (docs/product/pages.md, Home). Opens /for-sale with the entered filters;
 * choosing a suggestion opens its place or home. Without JavaScript, the browser submits the form,
 * and the page ignores empty values.
 */
export function HeroSearch() {
  const navigate = useNavigate();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string) => String(form.get(name) ?? '');
    const search = { searchTerm: textOf('searchTerm'), status: textOf('status') };
    void navigate(pagePaths.forSale(search), { viewTransition: true });
  }

  function choose({ slugs, propertyId }: ChosenPlace, input: HTMLInputElement) {
    // 'All homes' in a place opens its homes for sale.
    const status = selectedStatus(input.form) ?? 'For Sale';
    const href =
      slugs === undefined ? pagePaths.property(propertyId ?? '') : pagePaths.place(status, slugs);
    void navigate(href, { viewTransition: true });
  }

  return (
    <search>
      <form
        action={pagePaths.forSale()}
        onSubmit={submit}
        className="grid rounded-md border border-line-strong bg-surface p-1.5 max-sm:gap-1.5 sm:grid-cols-[1fr_10.5rem_auto]"
      >
        <Field label="Keyword" labelHidden>
          {(control) => (
            <PlaceInput
              {...control}
              statusOf={selectedStatus}
              onChoose={choose}
              bare
              type="search"
              name="searchTerm"
              maxLength={MAX_SEARCH_TERM_LENGTH}
              placeholder="City, address, or ZIP"
              enterKeyHint="search"
            />
          )}
        </Field>
        <Field
          label="Status"
          labelHidden
          className="border-line max-sm:border-t max-sm:pt-1.5 sm:mr-1.5 sm:border-l sm:pl-1.5"
        >
          {(control) => <Select {...control} name="status" options={STATUS_OPTIONS} bare />}
        </Field>
        <Button type="submit">
          <Search aria-hidden="true" className="size-4" />
          Search
        </Button>
      </form>
    </search>
  );
}

function selectedStatus(form: HTMLFormElement | null): PropertyStatus | undefined {
  const value = form === null ? null : new FormData(form).get('status');
  return PROPERTY_STATUSES.find((status) => status === value);
}
