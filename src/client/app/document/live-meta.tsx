import { useIsFetching, type QueryClient } from '@tanstack/react-query';
import { Meta } from 'react-router';

/** The head's tags, made anew whenever an answer has come: a page may be shown before its data is there. */
export function LiveMeta({ queryClient }: { queryClient: QueryClient }) {
  useIsFetching({}, queryClient);
  return <Meta />;
}
