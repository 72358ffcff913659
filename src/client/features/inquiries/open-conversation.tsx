import { useQuery } from '@tanstack/react-query';
import MessageCircleOff from 'lucide-react/icons/message-circle-off';
import type { Inquiry } from '#shared/schemas/inquiry.ts';
import type { ApiQuery } from '../../api/api-queries.ts';
import { useLinkPollInterval } from '../../api/link-poll-interval.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { Conversation } from './conversation.tsx';

/** A sender's conversation, with its loading and error states. */
export function OpenConversation({ query, token }: { query: ApiQuery<Inquiry>; token?: string }) {
  const linkInterval = useLinkPollInterval();
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    ...(token === undefined ? {} : { refetchInterval: linkInterval }),
  });
  if (data !== undefined && error?.status !== 404)
    return <Conversation inquiry={data} {...(token === undefined ? {} : { token })} />;
  if (error === null) return <ConversationSkeleton />;
  if (error.status === 404 || error.status === 401) {
    return (
      <EmptyState
        icon={<MessageCircleOff aria-hidden="true" className="size-7" strokeWidth={1.5} />}
        title="We couldn’t open this conversation"
      >
        {token === undefined
          ? 'It belongs to another account, or it was deleted.'
          : 'The link is incomplete, or the conversation was deleted.'}
      </EmptyState>
    );
  }
  return (
    <LoadError
      title="Could not load the conversation"
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    >
      Please try again in a moment.
    </LoadError>
  );
}

/** The skeleton of a conversation. */
export function ConversationSkeleton() {
  return (
    <output className="flex flex-col gap-4">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-12 w-64 max-w-full" />
      <Skeleton className="h-20 w-3/4" />
      <Skeleton className="h-14 w-1/2 self-end" />
      <Skeleton className="h-28 w-full" />
    </output>
  );
}
