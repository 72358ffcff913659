import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { formatDateTime } from '#shared/format/dates.ts';
import { MAX_SHORTLIST_COMMENT_LENGTH } from '#shared/limits.ts';
import { failureText } from '../../forms/failure-text.ts';
import { withoutSent } from '../../forms/without-sent.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import {
  type ShortlistHomeProps,
  shortlistCommentsQuery,
  useShortlistChange,
} from './shortlist-queries.ts';

/** The number of comments shown initially; a home can have hundreds. */
const COLLAPSED_COUNT = 3;

/** The comments on a home of a list, oldest first, and a field to add one. */
export function ShortlistComments({ list, home }: ShortlistHomeProps) {
  const [showsAll, setShowsAll] = useState(false);
  const count = home.commentCount;
  // A shortlist with too much comment text includes only the newest comments.
  const isTruncated = home.comments.length < count;
  const params = { id: list._id, propertyId: home.property._id };
  const allComments = useQuery({
    ...shortlistCommentsQuery(params),
    enabled: showsAll && isTruncated,
  });
  const loadedComments = isTruncated
    ? (allComments.data?.toReversed() ?? home.comments)
    : home.comments;
  const comments = showsAll ? loadedComments : home.comments.slice(-COLLAPSED_COUNT);
  const remove = useShortlistChange((api, commentId: string) =>
    api.call('DELETE /shortlists/:id/comments/:commentId', { params: { id: list._id, commentId } }),
  );
  return (
    <section aria-label={`Comments on ${home.property.title}`} className="mt-4">
      {count > COLLAPSED_COUNT && (
        <Button
          variant="quiet"
          size="sm"
          className="mb-1 -ml-3.5"
          aria-expanded={showsAll}
          busy={allComments.isLoading}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? `Show the last ${COLLAPSED_COUNT} comments` : `Show all ${count} comments`}
        </Button>
      )}
      {showsAll && isTruncated && allComments.isError && (
        <Banner tone="error">
          {failureText(allComments.error, 'The comments could not be loaded.')}
        </Banner>
      )}
      <ul className="space-y-3">
        {comments.map((comment) => (
          <li key={comment._id} className="rounded-sm bg-sunken px-3 py-2 text-sm">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-semibold [overflow-wrap:anywhere]">{comment.name}</span>
              <time dateTime={comment.createdAt} className="text-ink-soft">
                {formatDateTime(comment.createdAt)}
              </time>
            </div>
            <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{comment.text}</p>
            {(list.isOwner || comment.isOwn) && (
              <Button
                variant="quiet"
                size="sm"
                className="-ml-3.5"
                aria-label={`Delete comment by ${comment.name}`}
                onClick={() => remove.mutate(comment._id)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      <CommentForm params={params} />
    </section>
  );
}

function CommentForm({ params }: { params: { id: string; propertyId: string } }) {
  const [text, setText] = useState('');
  const add = useShortlistChange((api, comment: string) =>
    api.call('POST /shortlists/:id/homes/:propertyId/comments', {
      params,
      json: { text: comment },
    }),
  );
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (text.trim() === '') return;
    add.mutate(text, { onSuccess: () => setText((current) => withoutSent(current, text)) });
  }
  return (
    <form onSubmit={submit} className="mt-3">
      <Field label="Comment" labelHidden>
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            placeholder="Add a comment"
            maxLength={MAX_SHORTLIST_COMMENT_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {text.trim() !== '' && (
        <Button type="submit" size="sm" className="mt-2" busy={add.isPending}>
          Send comment
        </Button>
      )}
    </form>
  );
}
