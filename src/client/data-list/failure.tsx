import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { ADMIN_BANNER_MS } from '#shared/limits.ts';
import type { ApiError } from '../api/api-error.ts';
import { failureText } from '../forms/failure-text.ts';
import { Banner } from '../ui/notices/banner.tsx';
import { Button } from '../ui/actions/button.tsx';

/**
 * The message if the response has none; without a response, it precedes the reason
 * (docs/product/dashboard.md, Lists).
 */
const DEFAULT_MESSAGE = 'An unexpected error occurred.';

/**
 * The banner of the last failed change, which disappears after five seconds
 * (docs/product/dashboard.md, Lists).
 */
export interface Failure {
  /** Null if there is no error to show. */
  banner: ReactNode;
  show: (error: ApiError) => void;
  clear: () => void;
}

/** Manages the error banner of a failed change. */
export function useFailure(): Failure {
  const [failure, setFailure] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (failure === null) return;
    const timer = setTimeout(() => setFailure(null), ADMIN_BANNER_MS);
    return () => clearTimeout(timer);
  }, [failure]);
  return {
    banner: failure === null ? null : <Banner tone="error">{failure.text}</Banner>,
    show: useCallback(
      (error: ApiError) => setFailure({ text: failureText(error, DEFAULT_MESSAGE) }),
      [],
    ),
    clear: useCallback(() => setFailure(null), []),
  };
}

export interface LoadFailureProps {
  /** The message that names what could not be loaded. */
  text: string;
  error: ApiError;
  onRetry: () => void;
  /** Whether a retry is in progress. */
  isRetrying: boolean;
  className?: string;
}

/** An error while loading, with a retry button, and with the reason if the user can act on it. */
export function LoadFailure({
  text,
  error,
  onRetry,
  isRetrying,
  className = '',
}: LoadFailureProps) {
  const isActionable = error.status === 0 || (error.status >= 400 && error.status < 500);
  return (
    <Banner
      tone="error"
      className={className}
      action={
        <Button
          variant="secondary"
          size="sm"
          busy={isRetrying}
          busyLabel="Trying..."
          onClick={onRetry}
        >
          Try again
        </Button>
      }
    >
      <p className="font-semibold">{text}</p>
      {isActionable && <p className="text-sm">{error.message}</p>}
    </Banner>
  );
}
