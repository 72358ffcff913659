import type { KeyboardEvent } from 'react';

/**
 * The arrow keys go to the same control of the next row, or the one before: rows' controls bear `data-action`, the same
 * in every row.
 */
export function goToNextRow(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  const row = currentTarget.closest('tr');
  const other = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const action = currentTarget.dataset['action'];
  const next = other?.querySelector<HTMLElement>(`[data-action="${action}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
