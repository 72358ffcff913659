import CloudOff from 'lucide-react/icons/cloud-off';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface LoadErrorProps {
  title: string;
  children: ReactNode;
  onRetry: () => void;
  /** Whether a retry is in progress. */
  isRetrying: boolean;
}

/** An error message for a page's main content, with a retry button. */
export function LoadError({ title, children, onRetry, isRetrying }: LoadErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff aria-hidden="true" className="size-7" />}
        title={title}
        actions={
          <Button variant="secondary" busy={isRetrying} onClick={onRetry} className="needs-js">
            Try again
          </Button>
        }
      >
        <p>{children}</p>
      </EmptyState>
    </div>
  );
}
