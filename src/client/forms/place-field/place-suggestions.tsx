/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   A select has no text input, and a datalist's options cannot contain icons. The field has focus and handles the keys. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import House from 'lucide-react/icons/house';
import MapPin from 'lucide-react/icons/map-pin';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { MAX_PLACE_TERM_LENGTH } from '#shared/limits.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { PlaceSuggestion } from '#shared/schemas/place.ts';
import { apiQuery } from '../../api/api-queries.ts';
import { cx } from '../../ui/class-names.ts';
import { useDebouncedValue } from '../../ui/timing/use-debounced-value.ts';
import { type ChosenPlace, toChosenPlace } from './place-choice.ts';

/** Debounce delay of place requests, in milliseconds. */
const DEBOUNCE_MS = 150;

const ICONS = { city: Building2, zip: MapPin, address: House } as const;

/** The state of the listbox: its ID while open, and the ID of the active option. */
export interface ListboxState {
  id: string | undefined;
  activeId: string | undefined;
}

export interface PlaceSuggestionsProps {
  inputRef: RefObject<HTMLInputElement | null>;
  statusOf: (form: HTMLFormElement | null) => PropertyStatus | undefined;
  onChoose: (place: ChosenPlace, input: HTMLInputElement) => void;
  onStateChange: (state: ListboxState) => void;
}

/**
 * The list of a combobox, as described by the ARIA Authoring Practices (list autocomplete with manual
 * selection): focus stays in the field, arrow keys select, and Enter without a selection submits
 * the form.
 */
export function PlaceSuggestions({
  inputRef,
  statusOf,
  onChoose,
  onStateChange,
}: PlaceSuggestionsProps) {
  const id = useId();
  const [request, setRequest] = useState<{ term: string; status: PropertyStatus | undefined }>();
  const [active, setActive] = useState(-1);
  const { places, isSettled } = usePlaceSuggestions(request);
  const isOpen = request !== undefined && places.length > 0;
  const optionId = (index: number) => `${id}-${index}`;
  const activeId = isOpen && active >= 0 ? optionId(active) : undefined;

  useEffect(
    () => onStateChange({ id: isOpen ? id : undefined, activeId }),
    [onStateChange, id, isOpen, activeId],
  );
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function requestPlaces() {
    const input = inputRef.current;
    if (input === null) return;
    const term = input.value.trim();
    setActive(-1);
    setRequest(
      term === '' || term.length > MAX_PLACE_TERM_LENGTH
        ? undefined
        : { term, status: statusOf(input.form) },
    );
  }
  const close = () => setRequest(undefined);
  function choose(place: PlaceSuggestion) {
    close();
    if (inputRef.current !== null) onChoose(toChosenPlace(place), inputRef.current);
  }

  const onInput = useEffectEvent(requestPlaces);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // During IME composition, Enter only confirms the text.
    if (event.isComposing) return;
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) requestPlaces();
      // The arrow keys cycle through the options and the field itself.
      else if (!event.altKey)
        setActive(((active + 1 + step + places.length + 1) % (places.length + 1)) - 1);
      else if (step < 0) close();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      // Escape closes only the list, not a surrounding dialog.
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter') {
      const place = isOpen ? places[active] : undefined;
      close();
      if (place === undefined) return;
      event.preventDefault();
      choose(place);
    }
  });
  useEffect(() => {
    const input = inputRef.current;
    if (input === null) return undefined;
    const handleInput = () => onInput();
    const handleKeyDown = (event: KeyboardEvent) => onKeyDown(event);
    const handleBlur = () => setRequest(undefined);
    input.addEventListener('input', handleInput);
    input.addEventListener('keydown', handleKeyDown);
    input.addEventListener('blur', handleBlur);
    // The user may have typed before this script loaded.
    if (document.activeElement === input && input.value !== input.defaultValue) onInput();
    return () => {
      input.removeEventListener('input', handleInput);
      input.removeEventListener('keydown', handleKeyDown);
      input.removeEventListener('blur', handleBlur);
    };
  }, [inputRef]);

  return (
    <>
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label="Places"
          // Focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-full left-0 z-30 mt-2 max-h-96 w-full min-w-[min(20rem,calc(100vw-3rem))] overflow-y-auto rounded-md border border-line bg-surface p-1.5 text-left shadow-pop"
        >
          {places.map((place, index) => {
            const Icon = ICONS[place.kind];
            return (
              <div
                key={`${place.kind} ${place.label} ${place.propertyId ?? ''}`}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                onClick={() => choose(place)}
                onPointerMove={() => setActive(index)}
                className={cx(
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-2',
                  index === active && 'bg-sunken outline-2 outline-transparent',
                )}
              >
                <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{place.label}</span>
                {place.kind !== 'address' && (
                  <span className="figures shrink-0 text-sm text-ink-soft">{countText(place)}</span>
                )}
              </div>
            );
          })}
        </div>
      )}
      <output className="sr-only">
        {request === undefined || !isSettled
          ? ''
          : places.length === 0
            ? 'No places found.'
            : `${countOf(places.length, 'place')} found. Use the arrow keys to choose one.`}
      </output>
    </>
  );
}

/** Returns `6 for sale · 3 for rent` if both are counted; otherwise `6 homes`. */
function countText({ count, forSale, forRent }: PlaceSuggestion): string {
  if (forSale === undefined || forRent === undefined) return countOf(count, 'home');
  return `${formatNumber(forSale)} for sale · ${formatNumber(forRent)} for rent`;
}

/**
 * Returns the places to suggest for the typed text, debounced. Previous results stay until new ones
 * arrive.
 */
function usePlaceSuggestions(
  request: { term: string; status: PropertyStatus | undefined } | undefined,
) {
  const settled = useDebouncedValue(request, DEBOUNCE_MS);
  const isActive = request !== undefined && settled !== undefined;
  const { data, isPlaceholderData, isSuccess } = useQuery({
    ...apiQuery('GET /places', { query: settled ?? { term: '', status: undefined } }),
    enabled: isActive,
    placeholderData: keepPreviousData,
  });
  return {
    places: isActive ? (data ?? []) : [],
    isSettled: settled === request && isSuccess && !isPlaceholderData,
  };
}
