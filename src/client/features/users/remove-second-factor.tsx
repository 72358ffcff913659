import type { User } from '#shared/schemas/user.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/notices/banner.tsx';

/**
 * Lets an admin remove the second factor of a user who lost their authenticator app and recovery
 * codes (docs/product/account-security.md, Second factor).
 */
export function RemoveSecondFactor({ user }: { user: User }) {
  const remove = useApiMutation((api) =>
    api.call('DELETE /users/:id/two-factor', { params: { id: user._id } }),
  );
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-soft">
        Did this user lose access to their authenticator app? Verify their identity before you
        remove the second factor.
      </p>
      {remove.isError && (
        <Banner tone="error">
          {failureText(remove.error, 'The second factor could not be removed.')}
        </Banner>
      )}
      {remove.isSuccess ? (
        <Banner tone="success">The second factor was removed, and we emailed {user.name}.</Banner>
      ) : (
        <div>
          <Button
            variant="secondary"
            size="sm"
            busy={remove.isPending}
            busyLabel="Removing..."
            onClick={() => remove.mutate()}
          >
            Remove second factor
          </Button>
        </div>
      )}
    </div>
  );
}
