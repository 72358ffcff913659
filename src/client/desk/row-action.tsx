import { useId, type MouseEvent, type ReactNode } from 'react';
import { cx } from '../ui/class-names.ts';
import { smallIconButtonClass } from '../ui/icon-button.tsx';
import { Link } from '../ui/link.tsx';
import { goToNextRow } from '../ui/table-keys.ts';
import { showToast } from '../ui/toast-store.ts';
import { Tooltip } from '../ui/tooltip.tsx';

export interface RowActionProps {
  /** The same in every row, so that the keyboard can go on from row to row. */
  action: string;
  /** What it does, in the specification's words: 'Edit user'. */
  label: string;
  /** To what: the row's name. */
  about: string;
  /** A lucide icon, `size-4.5`. */
  icon: ReactNode;
  /** Why it is not to be had in this row; it stays in its place, and says so. */
  refusal?: string;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** A small button in a row of a table, with its name under the mouse and the keyboard. */
export function RowAction({ action, label, about, icon, refusal, onClick }: RowActionProps) {
  const reasonId = useId();
  const isRefused = refusal !== undefined;
  return (
    <>
      <Tooltip text={refusal ?? label}>
        <button
          type="button"
          data-action={action}
          aria-label={`${label}: ${about}`}
          {...(isRefused ? { 'aria-disabled': true, 'aria-describedby': reasonId } : {})}
          className={cx(smallIconButtonClass, isRefused && 'cursor-not-allowed *:opacity-40')}
          onKeyDown={goToNextRow}
          // Fingers have no tooltip.
          onClick={isRefused ? () => showToast({ tone: 'info', text: refusal }) : onClick}
        >
          {icon}
        </button>
      </Tooltip>
      {isRefused && (
        <span id={reasonId} className="sr-only">
          {refusal}
        </span>
      )}
    </>
  );
}

export interface RowLinkProps extends Pick<RowActionProps, 'action' | 'label' | 'about' | 'icon'> {
  href: string;
}

/** The same for something that goes somewhere. */
export function RowLink({ action, label, about, icon, href }: RowLinkProps) {
  return (
    <Tooltip text={label}>
      <Link
        href={href}
        data-action={action}
        aria-label={`${label}: ${about}`}
        className={smallIconButtonClass}
        onKeyDown={goToNextRow}
      >
        {icon}
      </Link>
    </Tooltip>
  );
}
