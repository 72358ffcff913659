import { useMutation } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { useApi } from '../../../api/use-api.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { passkeyFailureText } from './passkey-failure-text.ts';

const loadWebAuthn = () => import('./webauthn.ts');

/** The passkey button of the sign-in page. Passkeys are also suggested in the email field. */
export function PasskeySignIn() {
  const api = useApi();
  const { signIn, status } = useSession();
  const [autofillError, setAutofillError] = useState<unknown>(null);
  const passkeyLogin = useMutation({
    mutationFn: async () => (await loadWebAuthn()).signInWithPasskey(api),
    onMutate: () => setAutofillError(null),
    onSuccess: signIn,
  });

  const isVisitor = status === 'signed-out';
  useEffect(() => {
    if (!isVisitor || !('PublicKeyCredential' in window)) return;
    const controller = new AbortController();
    loadWebAuthn()
      .then(({ signInByAutofill }) => signInByAutofill(api, controller.signal))
      .then((auth) => auth !== null && signIn(auth))
      .catch((error: unknown) => isApiError(error) && setAutofillError(error));
    return () => controller.abort();
  }, [api, signIn, isVisitor]);

  const error: unknown = passkeyLogin.error ?? autofillError;
  return (
    <div className="grid gap-3">
      <Button
        variant="secondary"
        className="w-full"
        disabled={!isVisitor}
        busy={passkeyLogin.isPending}
        busyLabel="Waiting for your passkey..."
        onClick={() => passkeyLogin.mutate()}
      >
        <KeyRound aria-hidden="true" className="size-4" />
        Sign in with a passkey
      </Button>
      {error !== null && <Banner tone="error">{passkeyFailureText(error)}</Banner>}
    </div>
  );
}
