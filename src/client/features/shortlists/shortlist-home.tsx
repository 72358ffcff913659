import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { useState } from 'react';
import type { Shortlist } from '#shared/schemas/saved-homes/shortlist.ts';
import { unavailableLabel } from '#shared/properties/home-words.ts';
import { PropertyCard } from '../../property-cards/property-card.tsx';
import { summarize } from '../../property-cards/property-summary.ts';
import { Button } from '../../ui/actions/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { RemoveHome } from './remove-home.tsx';
import { ShortlistComments } from './shortlist-comments.tsx';
import { type ShortlistHomeProps, useShortlistChange } from './shortlist-queries.ts';

/** A home on a shortlist: its card, votes, and comments. */
export function ShortlistHome({ list, home }: ShortlistHomeProps) {
  const { property } = home;
  const unavailableText = unavailableLabel(property);
  const params = { id: list._id, propertyId: property._id };
  return (
    <div>
      <PropertyCard property={summarize(property)} level={2} />
      {unavailableText !== null && (
        <p className="mt-3 rounded-sm bg-clay-wash px-3 py-2 text-sm font-semibold text-clay">
          {unavailableText}
        </p>
      )}
      <Votes params={params} title={property.title} votes={home.votes} />
      <ShortlistComments list={list} home={home} />
      <RemoveHome list={list} home={home} />
    </div>
  );
}

type Votes = Shortlist['homes'][number]['votes'];
type Vote = Votes[number]['vote'];
const CHOICES = [
  { vote: 'yes', label: 'Yes', Icon: ThumbsUp },
  { vote: 'no', label: 'No', Icon: ThumbsDown },
] as const;

interface VotesProps {
  params: { id: string; propertyId: string };
  /** The home's title. */
  title: string;
  votes: Votes;
}

/** The votes on a home. */
function Votes({ params, title, votes }: VotesProps) {
  const [castVote, setCastVote] = useState<Vote | null>();
  const vote = useShortlistChange((api, next: Vote | null) =>
    api.call('PUT /shortlists/:id/homes/:propertyId/vote', { params, json: { vote: next } }),
  );
  const storedVote = votes.find((entry) => entry.isOwn)?.vote ?? null;
  const ownVote = vote.isPending ? (castVote ?? null) : storedVote;
  return (
    <section aria-label={`Votes on ${title}`} className="mt-4">
      <div className="flex gap-2">
        {CHOICES.map(({ vote: choice, label, Icon }) => (
          <Button
            key={choice}
            variant={ownVote === choice ? 'primary' : 'secondary'}
            size="sm"
            aria-pressed={ownVote === choice}
            className={ownVote === choice ? 'current-in-forced-colors' : ''}
            onClick={() => {
              const next = ownVote === choice ? null : choice;
              setCastVote(next);
              vote.mutate(next);
            }}
          >
            <Icon aria-hidden="true" className="size-4" />
            {label} {votes.filter((entry) => entry.vote === choice).length}
          </Button>
        ))}
      </div>
      {votes.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          {votes.map((entry, index) => (
            <li key={index} className="[overflow-wrap:anywhere]">
              {entry.name}:{' '}
              <span
                className={cx('font-semibold', entry.vote === 'yes' ? 'text-brand' : 'text-ink')}
              >
                {entry.vote === 'yes' ? 'Yes' : 'No'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
