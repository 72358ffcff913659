import { useId, type ComponentType, type MouseEvent, type ReactNode, type SVGProps } from 'react';
import { cx } from '../ui/class-names.ts';
import type { Column } from '../ui/tables/data-table.tsx';
import { smallIconButtonClass } from '../ui/actions/icon-button.tsx';
import { Link } from '../ui/actions/link.tsx';
import { moveToAdjacentRow } from '../ui/tables/table-keys.ts';
import { showToast } from '../ui/notices/toast-store.ts';

const ICON_PROPS = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.75 } as const;

/** Returns the last column of a table, with the actions for each row. */
export function actionsColumn<T>(actionsOf: (row: T) => ReactNode): Column<T> {
  return {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    onCard: 'footer',
    align: 'end',
    cell: (row) => <div className="-mr-2 flex justify-end gap-1">{actionsOf(row)}</div>,
  };
}

export interface RowActionProps {
  /** The same in every row so that arrow keys can move from row to row. */
  action: string;
  /** The action's name, such as 'Edit user'. The row's name completes the accessible name. */
  label: string;
  /** The row's name. */
  rowName: string;
  Icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** Why the action is unavailable for this row. The disabled button shows this text. */
  disabledReason?: string;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** A small icon button in a row of a table, with its name as a tooltip. */
export function RowAction({
  action,
  label,
  rowName,
  Icon,
  disabledReason,
  onClick,
}: RowActionProps) {
  const reasonId = useId();
  const isDisabled = disabledReason !== undefined;
  return (
    <>
      <button
        type="button"
        data-action={action}
        data-tooltip={disabledReason ?? label}
        aria-label={`${label}: ${rowName}`}
        {...(isDisabled ? { 'aria-disabled': true, 'aria-describedby': reasonId } : {})}
        className={cx(smallIconButtonClass, isDisabled && 'cursor-not-allowed *:opacity-40')}
        onKeyDown={moveToAdjacentRow}
        // Touch screens have no tooltips.
        onClick={isDisabled ? () => showToast({ tone: 'info', text: disabledReason }) : onClick}
      >
        <Icon {...ICON_PROPS} />
      </button>
      {isDisabled && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  );
}

export interface RowLinkProps extends Pick<
  RowActionProps,
  'action' | 'label' | 'rowName' | 'Icon'
> {
  href: string;
}

/** A row action that is a link. */
export function RowLink({ action, label, rowName, Icon, href }: RowLinkProps) {
  return (
    <Link
      href={href}
      data-action={action}
      data-tooltip={label}
      aria-label={`${label}: ${rowName}`}
      className={smallIconButtonClass}
      onKeyDown={moveToAdjacentRow}
    >
      <Icon {...ICON_PROPS} />
    </Link>
  );
}
