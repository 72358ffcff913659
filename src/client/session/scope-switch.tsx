import { useSearchParams } from 'react-router';
import { managedOfficeId } from '#shared/permissions.ts';
import { Link } from '../ui/actions/link.tsx';
import { cx } from '../ui/class-names.ts';
import { useSession } from './session-context.tsx';

/** The owner of a list's records: the user, or the office that the user manages. */
export type Scope = 'own' | 'office';

/** Returns whether the signed-in user manages an office. */
export function useIsManager(): boolean {
  const session = useSession();
  return session.status === 'signed-in' && managedOfficeId(session.user) !== null;
}

/** Returns the scope in the URL; 'own' for users who do not manage an office. */
export function useScope(): Scope {
  const [params] = useSearchParams();
  return useIsManager() && params.get('scope') === 'office' ? 'office' : 'own';
}

export interface ScopeSwitchProps<S extends string> {
  scope: S;
  options: readonly { scope: S; label: string; href: string }[];
  className?: string;
}

/** Links between the scopes of a list. */
export function ScopeSwitch<S extends string>(props: ScopeSwitchProps<S>) {
  const { scope, options, className } = props;
  return (
    <nav aria-label="Scope" className={cx('flex', className)}>
      <ul className="inline-flex gap-1 rounded-md border border-line bg-surface p-1">
        {options.map((option) => (
          <li key={option.scope}>
            <Link
              href={option.href}
              keepScroll
              aria-current={option.scope === scope ? 'true' : undefined}
              className={cx(
                'touch-target inline-flex min-h-9 items-center rounded-sm px-3.5 text-sm transition-colors',
                option.scope === scope
                  ? 'bg-brand-wash font-semibold text-brand current-in-forced-colors'
                  : 'text-ink-soft hover:bg-sunken hover:text-ink',
              )}
            >
              {option.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The scope switch of a manager's lists; nothing for other users. */
export function OfficeScopeSwitch(props: {
  scope: Scope;
  hrefOf: (scope: Scope) => string;
  className?: string;
}) {
  const { scope, hrefOf, className = '' } = props;
  if (!useIsManager()) return null;
  return (
    <ScopeSwitch
      scope={scope}
      className={className}
      options={[
        { scope: 'own', label: 'Mine', href: hrefOf('own') },
        { scope: 'office', label: 'Office', href: hrefOf('office') },
      ]}
    />
  );
}
