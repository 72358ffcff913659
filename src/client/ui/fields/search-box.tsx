import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, type Ref } from 'react';
import { MAX_SEARCH_TERM_LENGTH } from '#shared/limits.ts';
import { cx } from '../class-names.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { Input } from './input.tsx';

export interface SearchBoxProps {
  /** The accessible name. */
  label: string;
  placeholder: string;
  /** The current search; if it changes from outside, it replaces the input. */
  value: string;
  /**
   * Called with the trimmed text if it changed: immediately on Enter or the clear button, otherwise
   * `delayMs` after the last input.
   */
  onSearch: (text: string) => void;
  delayMs: number;
  /** Called after Enter. */
  onEnter?: () => void;
  /**
   * The URL and the parameter name for searching without JavaScript; if absent, the search needs
   * scripts.
   */
  action?: string;
  name?: string;
  /** The input element, for a shortcut that focuses it. */
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}

/** A search box that searches as the user types. */
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
  // The last reported search. If it returns as `value`, newer input stays.
  const lastSent = useRef(value);

  const search = (next: string) => {
    if (next === lastSent.current) return;
    lastSent.current = next;
    onSearch(next);
  };

  useEffect(() => {
    if (value === lastSent.current) return;
    lastSent.current = value;
    setText(value);
  }, [value]);

  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  });
  useEffect(() => {
    const timer = setTimeout(() => latestSearch.current(text.trim()), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);

  return (
    <search className={cx('relative block', className)}>
      <form
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          search(text.trim());
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
          maxLength={MAX_SEARCH_TERM_LENGTH}
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
              search('');
            }}
          />
        )}
      </form>
    </search>
  );
}
