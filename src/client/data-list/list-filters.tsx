import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { cx } from '../ui/class-names.ts';
import { SearchBox } from '../ui/fields/search-box.tsx';
import { Select, type SelectOption } from '../ui/fields/select.tsx';
import { useListNavigation } from '../api/page-data/list-url.ts';

/** One filter of a list, for the search parameter `name`. */
export type ListChoice<S> = Choice & ChoiceOf<S>[keyof S];

interface Choice {
  name: string;
  label: string;
  options: readonly SelectOption[];
}

type ChoiceOf<S> = {
  [K in keyof S]: S[K] extends string
    ? { name: K; options: readonly (SelectOption & { value: S[K] })[] }
    : never;
};

type ListSearch = { searchTerm?: string; sort: string };

export interface ListFiltersProps<S extends ListSearch> {
  /** The search in the list's URL. */
  search: S;
  /** Returns the URL of the first page after a change to the search. */
  hrefWith: (changed: Partial<S>) => string;
  /** The search box's label and placeholder; absent for lists without keyword search. */
  box?: { label: string; placeholder: string };
  choices: readonly ListChoice<S>[];
  /** The sort orders, for narrow screens without table headers. */
  sorts: readonly (SelectOption & { value: S['sort'] })[];
  /**
   * The narrowest breakpoint where everything fits in one row. The table shows its headers at this width
   * or slightly above it.
   */
  singleRowFrom: keyof typeof CLASSES;
}

const CLASSES = {
  sm: {
    box: 'max-sm:basis-full sm:max-w-md',
    choice: 'sm:flex-none',
    sort: 'sm:flex-none md:hidden',
  },
  xl: {
    box: 'max-xl:basis-full xl:max-w-md',
    choice: 'xl:flex-none',
    sort: 'max-sm:basis-full xl:hidden',
  },
} as const;

/** The filters and sort order of a managed list. Each change navigates to a new URL. */
export function ListFilters<S extends ListSearch>({
  search,
  hrefWith,
  box,
  choices,
  sorts,
  singleRowFrom,
}: ListFiltersProps<S>) {
  const goTo = useListNavigation();
  const classes = CLASSES[singleRowFrom];
  // A choice's value is one of its options, whose type matches the search parameter.
  const hrefOf = (name: string, value: string) => hrefWith({ [name]: value } as Partial<S>);
  const renderSelect = ({ name, label, options }: Choice, className: string) => (
    <Select
      key={name}
      aria-label={label}
      options={options}
      value={String(search[name as keyof S])}
      onChange={(event) => goTo(hrefOf(name, event.target.value))}
      className={cx('min-w-40 flex-1', className)}
    />
  );
  return (
    <>
      {box !== undefined && (
        <SearchBox
          {...box}
          value={search.searchTerm ?? ''}
          delayMs={SEARCH_DEBOUNCE_MS}
          onSearch={(text) => goTo(hrefOf('searchTerm', text), { typed: true })}
          className={cx('min-w-0 flex-1', classes.box)}
        />
      )}
      {choices.map((choice) => renderSelect(choice, classes.choice))}
      {renderSelect({ name: 'sort', label: 'Sort by', options: sorts }, classes.sort)}
    </>
  );
}
