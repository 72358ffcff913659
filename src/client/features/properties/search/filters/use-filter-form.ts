import { useEffect, useRef, useState, type FocusEvent, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import type { ChosenPlace } from '../../../../forms/place-field/place-choice.ts';
import { searchHref, type SearchState } from '../query/listing-url.ts';
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
  search: SearchState;
  urlErrors: FilterErrors;
  /** The number of homes for the applied filters; undefined while unknown. */
  totalCount: number | undefined;
}

export interface FilterFormOptions {
  /** Validation errors for the numbers in the URL. */
  urlErrors: FilterErrors;
  /**
   * Called when the user applies the filters, to close the overlay that contains the form. If set,
   * the page also scrolls to the top of the results.
   */
  onApplied?: () => void;
}

/**
 * Manages the filter form. Its fields are uncontrolled to keep input typed before hydration.
 * Without JavaScript, the browser submits the form to the same URL.
 *
 * @returns `formProps` for the form, `draft` with the current input, `errors` by field, and `choosePlace`, which
 *   navigates to a suggested place
 */
export function useFilterForm(search: SearchState, { urlErrors, onApplied }: FilterFormOptions) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<PropertyFilters>(search.filters);
  const [errors, setErrors] = useState(urlErrors);
  const appliedHref = searchHref(search.scope, search.filters);
  const shownHref = useRef<string>(undefined);
  const lastSubmit = useRef<{ href: string; data: FormData }>(undefined);

  useEffect(() => {
    if (form.current === null || shownHref.current === appliedHref) return;
    // A new URL refills the form. The first URL does not because the user may have typed before
    // hydration.
    if (shownHref.current !== undefined) {
      // Keep input that changed after the last submit.
      const submittedData =
        lastSubmit.current?.href === appliedHref ? lastSubmit.current.data : undefined;
      fillForm(form.current, search.filters, submittedData);
      setErrors(
        submittedData === undefined ? urlErrors : findFilterErrors(new FormData(form.current)),
      );
    }
    lastSubmit.current = undefined;
    shownHref.current = appliedHref;
    const newDraft = readFilters(new FormData(form.current));
    setDraft((before) => (matchSameHomes(before, newDraft) ? before : newDraft));
  }, [appliedHref, search.filters, urlErrors]);

  const formProps = {
    ref: form,
    onInput() {
      if (form.current === null) return;
      const data = new FormData(form.current);
      setDraft(readFilters(data));
      // Errors disappear as soon as they are fixed, but do not appear while typing.
      const currentErrors = findFilterErrors(data);
      setErrors((before) =>
        Object.fromEntries(Object.entries(currentErrors).filter(([name]) => name in before)),
      );
    },
    onBlur(event: FocusEvent<HTMLFormElement>) {
      // Showing an error now would move the button while it is pressed. Submitting shows the error.
      if (event.relatedTarget instanceof HTMLButtonElement) return;
      if (form.current !== null) setErrors(findFilterErrors(new FormData(form.current)));
    },
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      // In React, this event bubbles from 'More filters' to the filter row's form, which would submit too.
      event.stopPropagation();
      const data = new FormData(event.currentTarget);
      const foundErrors = findFilterErrors(data);
      setErrors(foundErrors);
      const [firstInvalid] = Object.keys(foundErrors);
      if (firstInvalid !== undefined) {
        const control = event.currentTarget.querySelector<HTMLElement>(
          `[name="${firstInvalid}"]:not([type="hidden"])`,
        );
        control?.closest('details')?.setAttribute('open', '');
        control?.focus();
        return;
      }
      const filters = readFilters(data);
      // A new keyword may be a new place, so let the map move there.
      const hasNewTerm = filters.searchTerm !== search.filters.searchTerm;
      const href = searchHref(search.scope, hasNewTerm ? { ...filters, bounds: '' } : filters);
      lastSubmit.current = { href, data };
      void navigate(href, { preventScrollReset: onApplied === undefined });
      onApplied?.();
    },
  };

  async function choosePlace(place: ChosenPlace, input: HTMLInputElement) {
    const { chosenPlaceHref } = await import('../query/chosen-place.ts');
    if (form.current === null) return;
    // The chosen place replaces the keyword.
    input.value = '';
    const newDraft = readFilters(new FormData(form.current));
    setDraft(newDraft);
    void navigate(chosenPlaceHref(search.scope, place, newDraft));
    onApplied?.();
  }
  return {
    formProps,
    draft,
    errors,
    choosePlace: (place: ChosenPlace, input: HTMLInputElement) => {
      // If the script cannot be fetched, the text stays, and Enter searches for it.
      choosePlace(place, input).catch(() => undefined);
    },
  };
}

/**
 * Copies filters into a form's controls, except for controls that have changed since submission.
 */
function fillForm(
  form: HTMLFormElement,
  filters: PropertyFilters,
  submitted: FormData | undefined,
) {
  for (const control of form.elements) {
    const isFillable = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
    if (!isFillable || control.type === 'hidden' || !isFilterName(control.name)) continue;
    if (['checkbox', 'radio'].includes(control.type) && control instanceof HTMLInputElement) {
      const wasChecked = submitted?.getAll(control.name).includes(control.value) ?? control.checked;
      const value = fieldValue(control.name, filters);
      const selectedValues = control.type === 'radio' ? [value] : valuesOf(value);
      if (wasChecked === control.checked) control.checked = selectedValues.includes(control.value);
      continue;
    }
    if (submitted !== undefined && submitted.get(control.name) !== control.value) continue;
    control.value = fieldValue(control.name, filters);
  }
}

function isFilterName(name: string): name is keyof PropertyFilters {
  return name in NO_FILTERS;
}
