import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/property.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Link } from '../../../ui/link.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { adminAvailabilityLabel } from '../../../desk/availability-words.ts';
import { ListingCell } from '../../../desk/listing-cell.tsx';
import { RowAction, RowLink } from '../../../desk/row-action.tsx';

export interface PropertiesTableProps {
  properties: readonly Property[];
  stale: boolean;
  /** The address of one agent's listings. */
  agentHref: (agentId: string) => string;
  onToggle: (property: Property) => void;
  onDelete: (property: Property, opener: HTMLElement) => void;
}

const ICON = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.75 } as const;

/** The listings, one a row, those that are sold or rented shaded (spec section 2, Admin property management). */
export function PropertiesTable(props: PropertiesTableProps) {
  return (
    <DataTable
      caption="Properties"
      columns={columnsOf(props)}
      rows={props.properties}
      keyOf={(property) => property._id}
      rowTone={(property) => (property.isAvailable ? 'plain' : 'faded')}
      stale={props.stale}
    />
  );
}

function columnsOf({ agentHref, onToggle, onDelete }: PropertiesTableProps): Column<Property>[] {
  return [
    {
      id: 'property',
      header: 'Property',
      onCard: 'head',
      cell: (property) => <ListingCell property={property} />,
    },
    {
      id: 'price',
      header: 'Price',
      wideOnly: true,
      cell: (property) => (
        <div className="leading-snug">
          <p className="figures">{formatPrice(property.price)}</p>
          <p className="text-sm whitespace-nowrap text-ink-soft">{property.status}</p>
        </div>
      ),
    },
    {
      id: 'agent',
      header: 'Agent',
      cell: ({ agent }) => (
        <Link
          href={agentHref(agent._id)}
          title={`Listings by ${agent.name}`}
          className="touch-target inline-flex max-w-40 items-center break-words underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {agent.name}
        </Link>
      ),
    },
    {
      id: 'availability',
      header: 'Availability',
      cell: (property) => (
        <Switch
          label={`Availability of ${property.title}`}
          stateLabel={adminAvailabilityLabel(property.isAvailable)}
          checked={property.isAvailable}
          onChange={() => onToggle(property)}
          className="md:flex md:min-w-34"
        />
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      onCard: 'foot',
      align: 'end',
      cell: (property) => (
        <div className="-mr-2 flex justify-end gap-1">
          <RowLink
            label="View Public Page"
            about={property.title}
            href={pagePaths.property(property._id)}
            icon={<Eye {...ICON} />}
          />
          <RowLink
            label="Edit Listing"
            about={property.title}
            href={pagePaths.editListing(property._id)}
            icon={<Pencil {...ICON} />}
          />
          <RowAction
            action="delete"
            label="Delete Listing"
            about={property.title}
            icon={<Trash2 {...ICON} />}
            onClick={(event) => onDelete(property, event.currentTarget)}
          />
        </div>
      ),
    },
  ];
}
