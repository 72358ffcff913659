import { managedOfficeId } from '#shared/permissions.ts';
import { forbidden } from '../../errors/app-error.ts';
import type { SignedIn } from './authentication.ts';

/**
 * Returns the office that the caller manages, for lists with `scope=office`.
 *
 * @throws AppError FORBIDDEN if the caller manages no office
 */
export function requireManagedOffice(actor: SignedIn): string {
  const officeId = managedOfficeId(actor);
  if (officeId === null) throw forbidden('Only office managers can do this.');
  return officeId;
}
