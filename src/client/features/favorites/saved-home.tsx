import { pagePaths } from '#shared/page-paths.ts';
import { formatPrice } from '#shared/format/money.ts';
import { PropertyCard } from '../../property-cards/property-card.tsx';
import { summarize } from '../../property-cards/property-summary.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { cx } from '../../ui/class-names.ts';
import { changeSince, type ChangeSince } from './change-since.ts';
import { deviceFavorites } from './device-favorites.ts';
import { SavedNote } from './saved-note.tsx';
import type { RenderActions, SavedEntry } from './use-saved-page.ts';

export interface SavedHomeProps {
  home: SavedEntry;
  hasNotes: boolean;
  /** Renders more actions for the home. */
  renderActions: RenderActions;
}

/**
 * A saved home in two grid rows: its card, then the change since it was saved, a note, and more
 * actions.
 */
export function SavedHome({ home, hasNotes, renderActions }: SavedHomeProps) {
  const { property, savedPrice, note } = home;
  const change = changeSince(property, savedPrice);
  if (property === undefined) return <UnavailableHome home={home} />;
  // Undoing the removal with the heart restores the note.
  const propertyWithNote = { ...summarize(property), note };
  return (
    <>
      <PropertyCard property={propertyWithNote} level={2} />
      <div>
        {change !== null && <Change change={change} />}
        {hasNotes && <SavedNote id={home._id} note={note} />}
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">{renderActions(property)}</div>
      </div>
    </>
  );
}

const CHANGE_CLASS = {
  down: 'bg-brand-wash text-brand',
  up: 'bg-sunken text-ink-soft',
  unavailable: 'bg-clay-wash text-clay',
} as const;

function Change({ change }: { change: ChangeSince }) {
  return (
    <p
      className={cx(
        'figures mt-3 rounded-sm px-3 py-2 text-sm font-semibold',
        CHANGE_CLASS[change.kind],
      )}
    >
      {change.text}
    </p>
  );
}

/** A home saved on this device that is no longer public. Shows the stored title and price. */
function UnavailableHome({ home }: { home: SavedEntry }) {
  const remove = () =>
    deviceFavorites.write(deviceFavorites.getSnapshot().filter(({ _id }) => _id !== home._id));
  return (
    <article className="row-span-2 self-start rounded-md border border-dashed border-line-strong p-5">
      <Change change={{ kind: 'unavailable', text: 'No longer available' }} />
      <h2 className="mt-4 font-semibold [overflow-wrap:anywhere]">{home.title}</h2>
      <p className="figures mt-1 text-ink-soft">{formatPrice(home.savedPrice)} when you saved it</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={remove}>
          Remove
        </Button>
        <Link
          href={pagePaths.forSale()}
          className="touch-target inline-flex items-center px-2 text-sm underline underline-offset-4"
        >
          See other homes
        </Link>
      </div>
    </article>
  );
}
