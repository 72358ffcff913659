import { useState } from 'react';
import { useDeferredComponent } from '../../../../ui/timing/use-deferred-component.ts';

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheet;

// It is on its way as soon as somebody is about to press.
const preload = () => void loadSheet().catch(() => undefined);

/**
 * The sheet of filters behind a button, whose script comes on the way to it.
 *
 * @returns `sheet`: the component once it is there, with its state; `button`: what the button is given, beside
 *   the event by which it is known that somebody is about to press
 */
export function useFilterSheet() {
  const [open, onOpenChange] = useState(false);
  const { Component, isComing, fetch } = useDeferredComponent(loadSheet, 'The filters');
  const show = async () => {
    onOpenChange(true);
    if (!(await fetch())) onOpenChange(false);
  };
  return {
    FilterSheet: Component,
    sheet: { open, onOpenChange },
    isComing,
    preload,
    button: {
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      'aria-busy': isComing || undefined,
      onFocus: preload,
      onClick: () => void show(),
    },
  } as const;
}
