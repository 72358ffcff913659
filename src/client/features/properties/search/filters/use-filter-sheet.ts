import { useState } from 'react';
import { useDeferredComponent } from '../../../../ui/timing/use-deferred-component.ts';

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheet;

// Called when a click is likely.
const preload = () => void loadSheet().catch(() => undefined);

/**
 * Manages a button's lazily loaded filter sheet.
 *
 * @returns `FilterSheet`: the component, null until loaded; `sheet` and `button`: the props of the
 * sheet and its button; `isLoading`: whether an opened sheet is loading; `preload`: loads the sheet,
 * for when a click is likely
 */
export function useFilterSheet() {
  const [open, onOpenChange] = useState(false);
  const { Component, isLoading, fetch } = useDeferredComponent(loadSheet, 'The filters');
  const show = async () => {
    onOpenChange(true);
    if (!(await fetch())) onOpenChange(false);
  };
  return {
    FilterSheet: Component,
    sheet: { open, onOpenChange },
    isLoading,
    preload,
    button: {
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      'aria-busy': isLoading || undefined,
      onFocus: preload,
      onClick: () => void show(),
    },
  } as const;
}
