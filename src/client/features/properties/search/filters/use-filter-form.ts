import { useEffect, useRef, useState, type FocusEvent, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import type { ChosenPlace } from '../../../../forms/place-field/place-choice.ts';
import { listingHref, type Listing } from '../query/listing-url.ts';
import {
  fieldValue,
  findFilterErrors,
  matchSameHomes,
  NO_FILTERS,
  readFilters,
  valuesOf,
  type FilterErrors,
  type PropertyFilters,
} from '../query/property-filters.ts';

/** The props of every filter form. */
export interface PropertyFilterFormProps {
  listing: Listing;
  urlErrors: FilterErrors;
  /** The number of homes for the applied filters; undefined while unknown. */
  totalCount: number | undefined;
}

export interface FilterFormOptions {
  /** Errors in the URL's numbers. */
  urlErrors: FilterErrors;
  /**
   * For a form over the page: called when the filters are applied. The form closes, and the results
   * start from the top.
   */
  onApplied?: () => void;
}

/**
 * Manages the filter form. Its controls are uncontrolled, so that input typed before hydration stays; without
 * scripts the browser submits the form to the same URL.
 *
 * @returns `formProps` for the form, `draft` with the current input, `errors` by field, and `choosePlace`, which
 *   navigates to a suggested place
 */
export function useFilterForm(listing: Listing, { urlErrors, onApplied }: FilterFormOptions) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<PropertyFilters>(listing.filters);
  const [errors, setErrors] = useState(urlErrors);
  const applied = listingHref(listing.place, listing.filters);
  const shown = useRef<string>(undefined);
  const sent = useRef<{ href: string; data: FormData }>(undefined);

  useEffect(() => {
    if (form.current === null || shown.current === applied) return;
    // A new URL fills the form again. The first one does not, because the user may have filled it
    // in before hydration.
    if (shown.current !== undefined) {
      // Keep input that changed after the last submit.
      const sentData = sent.current?.href === applied ? sent.current.data : undefined;
      fillForm(form.current, listing.filters, sentData);
      setErrors(sentData === undefined ? urlErrors : findFilterErrors(new FormData(form.current)));
    }
    sent.current = undefined;
    shown.current = applied;
    const filled = readFilters(new FormData(form.current));
    setDraft((before) => (matchSameHomes(before, filled) ? before : filled));
  }, [applied, listing.filters, urlErrors]);

  const formProps = {
    ref: form,
    onInput() {
      if (form.current === null) return;
      const data = new FormData(form.current);
      setDraft(readFilters(data));
      // Errors disappear as soon as they are fixed, but do not appear while typing.
      const now = findFilterErrors(data);
      setErrors((before) =>
        Object.fromEntries(Object.entries(now).filter(([name]) => name in before)),
      );
    },
    onBlur(event: FocusEvent<HTMLFormElement>) {
      // A button must not move while it is pressed. Submitting shows the error.
      if (event.relatedTarget instanceof HTMLButtonElement) return;
      if (form.current !== null) setErrors(findFilterErrors(new FormData(form.current)));
    },
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      // The panel of further filters is a React child of the first form, which would submit too.
      event.stopPropagation();
      const data = new FormData(event.currentTarget);
      const found = findFilterErrors(data);
      setErrors(found);
      const [first] = Object.keys(found);
      if (first !== undefined) {
        const control = event.currentTarget.querySelector<HTMLElement>(
          `[name="${first}"]:not([type="hidden"])`,
        );
        control?.closest('details')?.setAttribute('open', '');
        control?.focus();
        return;
      }
      const filters = readFilters(data);
      // A new keyword may be a new place: let the map move there.
      const hasNewTerm = filters.searchTerm !== listing.filters.searchTerm;
      const href = listingHref(listing.place, hasNewTerm ? { ...filters, bounds: '' } : filters);
      sent.current = { href, data };
      void navigate(href, { preventScrollReset: onApplied === undefined });
      onApplied?.();
    },
  };

  async function choosePlace(chosen: ChosenPlace, input: HTMLInputElement) {
    const { chosenPlaceHref } = await import('../query/chosen-place.ts');
    if (form.current === null) return;
    // The chosen place replaces the keyword.
    input.value = '';
    const filled = readFilters(new FormData(form.current));
    setDraft(filled);
    void navigate(chosenPlaceHref(listing.place, chosen, filled));
    onApplied?.();
  }
  return {
    formProps,
    draft,
    errors,
    choosePlace: (chosen: ChosenPlace, input: HTMLInputElement) => {
      // If the script cannot be fetched, the text stays, and Enter searches for it.
      choosePlace(chosen, input).catch(() => undefined);
    },
  };
}

/**
 * Copies filters into a form's controls, except for controls that have changed since submission.
 */
function fillForm(form: HTMLFormElement, filters: PropertyFilters, sent: FormData | undefined) {
  for (const control of form.elements) {
    const isFilled = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
    if (!isFilled || control.type === 'hidden' || !isFilterName(control.name)) continue;
    if (['checkbox', 'radio'].includes(control.type) && control instanceof HTMLInputElement) {
      const wasSent = sent?.getAll(control.name).includes(control.value) ?? control.checked;
      const value = fieldValue(control.name, filters);
      const chosen = control.type === 'radio' ? [value] : valuesOf(value);
      if (wasSent === control.checked) control.checked = chosen.includes(control.value);
      continue;
    }
    if (sent !== undefined && sent.get(control.name) !== control.value) continue;
    control.value = fieldValue(control.name, filters);
  }
}

function isFilterName(name: string): name is keyof PropertyFilters {
  return name in NO_FILTERS;
}
