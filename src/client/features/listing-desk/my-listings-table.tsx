import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/property.ts';
import { availabilityLabel } from '../../desk/availability-words.ts';
import { ListingCell } from '../../desk/listing-cell.tsx';
import { RowAction, RowLink } from '../../desk/row-action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Switch } from '../../ui/switch.tsx';

export interface MyListingsTableProps {
  properties: readonly Property[];
  /** These are the rows of another page, while this one's load. */
  stale: boolean;
  onToggle: (property: Property) => void;
  onDelete: (property: Property, opener: HTMLElement) => void;
}

const ICON = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.75 } as const;

/** One's own listings, one a row, those that are sold or rented greyed (spec sections 2 and 4, My listings). */
export function MyListingsTable(props: MyListingsTableProps) {
  return (
    <DataTable
      caption="My listings"
      columns={columnsOf(props)}
      rows={props.properties}
      keyOf={(property) => property._id}
      rowTone={(property) => (property.isAvailable ? 'plain' : 'faded')}
      stale={props.stale}
    />
  );
}

function columnsOf({ onToggle, onDelete }: MyListingsTableProps): Column<Property>[] {
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
      cell: (property) => <span className="figures">{formatPrice(property.price)}</span>,
    },
    {
      id: 'status',
      header: 'Status',
      wideOnly: true,
      cell: ({ status, isAvailable }) => (
        <Badge tone={statusTone(status, isAvailable)}>{status}</Badge>
      ),
    },
    {
      id: 'availability',
      header: 'Availability',
      cell: (property) => (
        <Switch
          label={`Availability of ${property.title}`}
          stateLabel={availabilityLabel(property)}
          checked={property.isAvailable}
          onChange={() => onToggle(property)}
          className="md:min-w-28"
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

/** For Sale is green and everything else blue (spec section 2), unless the home is gone. */
function statusTone(status: Property['status'], isAvailable: boolean) {
  if (!isAvailable) return 'plain';
  return status === 'For Sale' ? 'sale' : 'rent';
}
