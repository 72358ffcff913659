import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../api/api-queries.ts';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { HoursForm } from './hours-form.tsx';

/** The form for the agent's tour hours, with its loading and error states. */
export function HoursPanel() {
  const hours = useQuery({ ...apiQuery('GET /tour-hours', {}), refetchOnWindowFocus: false });
  if (hours.data !== undefined) return <HoursForm saved={hours.data} />;
  if (!hours.isError) {
    return (
      <div aria-busy="true">
        <p className="sr-only">Loading...</p>
        <Skeleton className="h-96 rounded-md" />
      </div>
    );
  }
  return (
    <LoadError
      title="We couldn’t load your hours"
      isRetrying={hours.isFetching}
      onRetry={() => void hours.refetch()}
    >
      Please try again in a moment.
    </LoadError>
  );
}
