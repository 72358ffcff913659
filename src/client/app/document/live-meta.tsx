import { useIsFetching } from '@tanstack/react-query';
import { Meta } from 'react-router';

/**
 * Rerenders the document's meta tags after every response because a page can be shown before its
 * data arrives.
 */
export function LiveMeta() {
  useIsFetching();
  return <Meta />;
}
