import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatDateTime, formatShortDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { type PropertyStatus, PUBLISH_STATE_LABELS } from '#shared/property-choices.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { Badge } from '../../../ui/blocks/badge.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { actionsColumn, RowAction, RowLink } from '../../../data-list/row-action.tsx';
import { FIGURE_COLUMNS } from '../figures/figure-columns.tsx';
import { OwnListingActions } from '../figures/own-listing-actions.tsx';
import { availabilityLabel, genericAvailabilityLabel } from './availability/availability-text.ts';
import { ListingCell } from './listing-cell.tsx';
import { PriceCell } from './price-cell.tsx';

export interface ListingColumnsProps {
  /** For lists with several agents: returns the URL of an agent's listings; null for no link. */
  agentHref?: ((agentId: string) => string | null) | undefined;
  /**
   * Whether to show an editable price, 'Figures', and 'Duplicate', which the admin's list of all
   * listings omits.
   */
  hasOwnActions: boolean;
  onToggle: (property: ManagedProperty) => void;
  onDelete: (property: ManagedProperty, opener: HTMLElement) => void;
}

/**
 * Returns the columns of listing tables (docs/product/dashboard.md, My Listings and Property Mgt.).
 */
export function listingColumns({
  agentHref,
  hasOwnActions,
  onToggle,
  onDelete,
}: ListingColumnsProps): Column<ManagedProperty>[] {
  return [
    {
      id: 'property',
      header: 'Property',
      onCard: 'header',
      cell: (property) => <ListingCell property={property} hasOwnActions={hasOwnActions} />,
    },
    {
      id: 'price',
      header: 'Price',
      only: 'wide',
      sort: { ascending: 'price_asc', descending: 'price_desc', first: 'ascending' },
      cell: (property) => (
        <>
          {hasOwnActions ? (
            <PriceCell property={property} />
          ) : (
            property.price !== null && (
              <span className="figures">{formatPrice(property.price)}</span>
            )
          )}
          {/* The agent column replaces the status column. */}
          {agentHref !== undefined && (
            <span className="block text-sm whitespace-nowrap text-ink-soft">{property.status}</span>
          )}
        </>
      ),
    },
    agentHref === undefined ? STATUS_COLUMN : agentColumn(agentHref),
    {
      id: 'listed',
      header: 'Listed',
      // The user's own listings have more columns.
      only: agentHref === undefined ? 'widest' : 'wide',
      sort: { ascending: 'createdAt_asc', descending: 'createdAt_desc', first: 'descending' },
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="text-sm whitespace-nowrap text-ink-soft figures">
          {formatShortDate(createdAt)}
        </time>
      ),
    },
    ...(agentHref === undefined ? FIGURE_COLUMNS : []),
    {
      id: 'availability',
      header: 'Availability',
      onCard: 'beside',
      cell: (property) =>
        property.publishState === 'published' ? (
          <Switch
            label={`Availability of ${property.title}`}
            stateLabel={
              agentHref === undefined
                ? availabilityLabel(property)
                : genericAvailabilityLabel(property.isAvailable)
            }
            checked={property.isAvailable}
            onChange={() => onToggle(property)}
            className={agentHref === undefined ? 'md:min-w-28' : 'md:flex md:min-w-34'}
          />
        ) : (
          <StateBadge listing={property} />
        ),
    },
    actionsColumn((property) => (
      <>
        <RowLink
          action="view"
          label={property.publishState === 'published' ? 'View Public Page' : 'Preview'}
          rowName={property.title}
          href={pagePaths.property(property._id)}
          Icon={Eye}
        />
        <RowLink
          action="edit"
          label="Edit Listing"
          rowName={property.title}
          href={pagePaths.editListing(property._id)}
          Icon={Pencil}
        />
        {hasOwnActions && <OwnListingActions listing={property} />}
        <RowAction
          action="delete"
          label="Delete Listing"
          rowName={property.title}
          Icon={Trash2}
          onClick={(event) => onDelete(property, event.currentTarget)}
        />
      </>
    )),
  ];
}

const STATUS_COLUMN: Column<ManagedProperty> = {
  id: 'status',
  header: 'Status',
  only: 'wide',
  cell: ({ status, isAvailable }) =>
    status !== null && <Badge tone={statusTone(status, isAvailable)}>{status}</Badge>,
};

function agentColumn(agentHref: (agentId: string) => string | null): Column<ManagedProperty> {
  return {
    id: 'agent',
    header: 'Agent',
    cell: ({ agent }) => {
      const href = agentHref(agent._id);
      if (href === null)
        return <span className="text-sm [overflow-wrap:anywhere]">{agent.name}</span>;
      return (
        <Link
          href={href}
          title={`Listings by ${agent.name}`}
          className="touch-target inline-block max-w-36 content-center text-sm break-words underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {agent.name}
        </Link>
      );
    },
  };
}

const STATE_TONES = {
  draft: 'plain',
  in_review: 'brand',
  changes_requested: 'clay',
  scheduled: 'brand',
} as const;

/** The state of an unpublished listing. */
function StateBadge({ listing }: { listing: ManagedProperty }) {
  const { publishState, publishAt } = listing;
  if (publishState === 'published') return null;
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={STATE_TONES[publishState]}>{PUBLISH_STATE_LABELS[publishState]}</Badge>
      {publishAt !== null && (
        <time dateTime={publishAt} className="text-sm text-ink-soft">
          {formatDateTime(publishAt)}
        </time>
      )}
    </span>
  );
}

/**
 * Returns the color of a status; gray if the home is no longer available.
 */
function statusTone(status: PropertyStatus, isAvailable: boolean) {
  if (!isAvailable) return 'plain';
  return status === 'For Sale' ? 'sale' : 'rent';
}
