import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, type Ref } from 'react';
import { SEARCH_TERM_MAX_LENGTH } from '#shared/limits.ts';
import { cx } from '../class-names.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { Input } from './input.tsx';

export interface SearchBoxProps {
  /** The accessible name; the placeholder shows it. */
  label: string;
  placeholder: string;
  /** The current search; a change from outside replaces the input. */
  value: string;
  /** Gets the trimmed text: at once with Enter or the cross, else when the keys have rested for `delayMs`. */
  onSearch: (text: string) => void;
  delayMs: number;
  /** After Enter. */
  onEnter?: () => void;
  /** Where the search leads without scripts, and the name that it has there; only with them if absent. */
  action?: string;
  name?: string;
  /** The text box itself, for a shortcut that goes to it. */
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}

/** A search that runs while one types. */
export function SearchBox({
  label,
  placeholder,
  value,
  onSearch,
  delayMs,
  onEnter,
  action,
  name,
  inputRef,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  // The last search sent: when it comes back as the value, newer input must stay.
  const asked = useRef(value);

  const ask = (next: string) => {
    if (next === asked.current) return;
    asked.current = next;
    onSearch(next);
  };

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const askLatest = useRef(ask);
  useEffect(() => {
    askLatest.current = ask;
  });
  useEffect(() => {
    const timer = setTimeout(() => askLatest.current(text.trim()), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);

  return (
    <search className={cx('relative block', className)}>
      <form
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          ask(text.trim());
          onEnter?.();
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint"
        />
        <Input
          ref={inputRef}
          type="search"
          name={name}
          enterKeyHint="search"
          autoComplete="off"
          aria-label={label}
          placeholder={placeholder}
          maxLength={SEARCH_TERM_MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="truncate px-10 [&::-webkit-search-cancel-button]:appearance-none"
        />
        {text !== '' && (
          <IconButton
            label="Clear search"
            icon={<X aria-hidden="true" className="size-4" />}
            className="needs-js absolute inset-y-0 right-0"
            onClick={(event) => {
              event.currentTarget.form?.querySelector('input')?.focus();
              setText('');
              ask('');
            }}
          />
        )}
      </form>
    </search>
  );
}
