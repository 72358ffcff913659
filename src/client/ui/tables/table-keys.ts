import type { KeyboardEvent } from 'react';

/**
 * Handles the arrow keys, which move focus to the same control in the next or previous row.
 * Controls have a `data-action` that is the same in every row.
 */
export function moveToAdjacentRow(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  const row = currentTarget.closest('tr');
  const adjacentRow = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const action = currentTarget.dataset['action'];
  const next = adjacentRow?.querySelector<HTMLElement>(`[data-action="${action}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
