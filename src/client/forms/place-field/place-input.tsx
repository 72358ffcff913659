import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { Input, type InputProps } from '../../ui/fields/input.tsx';
import { useHydrated } from '../../ui/timing/use-hydrated.ts';
import type { ChosenPlace } from './place-choice.ts';
import type { PlaceSuggestionsProps, ListboxState } from './place-suggestions.tsx';

const loadSuggestions = async () => (await import('./place-suggestions.tsx')).PlaceSuggestions;

export interface PlaceInputProps extends Omit<InputProps, 'ref'> {
  /** Returns the status of the homes to suggest places for; undefined for all. */
  statusOf: (form: HTMLFormElement | null) => PropertyStatus | undefined;
  onChoose: (place: ChosenPlace, input: HTMLInputElement) => void;
}

/**
 * A text field with place suggestions (docs/product/places.md, The field). Without JavaScript, it is a
 * plain text field; the script for suggestions loads on first hover or focus.
 */
export function PlaceInput({ statusOf, onChoose, ...rest }: PlaceInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const [Suggestions, setSuggestions] = useState<ComponentType<PlaceSuggestionsProps> | null>(null);
  const [listbox, setListbox] = useState<ListboxState>({ id: undefined, activeId: undefined });

  const load = useCallback(async () => {
    try {
      const loaded = await loadSuggestions();
      setSuggestions(() => loaded);
    } catch {
      // Without the suggestions, the field still accepts text.
    }
  }, []);
  useEffect(() => {
    // The user may have focused the field before hydration.
    if (document.activeElement === input.current) void load();
  }, [load]);

  return (
    <div className="relative">
      <Input
        {...rest}
        ref={input}
        autoComplete="off"
        onFocus={() => void load()}
        onPointerEnter={() => void load()}
        {...(isHydrated && {
          role: 'combobox',
          'aria-autocomplete': 'list' as const,
          'aria-haspopup': 'listbox' as const,
          'aria-expanded': listbox.id !== undefined,
          'aria-controls': listbox.id,
          'aria-activedescendant': listbox.activeId,
        })}
      />
      {Suggestions !== null && (
        <Suggestions
          inputRef={input}
          statusOf={statusOf}
          onChoose={onChoose}
          onStateChange={setListbox}
        />
      )}
    </div>
  );
}
