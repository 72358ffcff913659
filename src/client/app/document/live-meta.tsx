import { useIsFetching } from '@tanstack/react-query';
import { Meta } from 'react-router';

/** The head's tags, rendered again after every response: a page may be shown before its data arrives. */
export function LiveMeta() {
  useIsFetching();
  return <Meta />;
}
