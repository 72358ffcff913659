import type { KeyboardEvent } from 'react';

/**
 * Moves between the same controls of adjacent rows by arrow keys. Controls have a `data-action`
 * that is the same in every row.
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
