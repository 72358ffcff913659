import { formatDateTime } from '#shared/format/dates.ts';
import { listedByText } from '#shared/properties/listed-by.ts';
import type { Attribution, Property } from '#shared/schemas/properties/property.ts';

const NO_ATTRIBUTION: Attribution = {
  agentName: null,
  officeName: null,
  agentPhone: null,
  source: null,
  disclaimer: null,
  updatedAt: null,
};

/**
 * The MLS number, and the attribution of a home listed by another agent (docs/product/pages.md,
 * Property page). Renders nothing if there is neither.
 */
export function ListingSource({ property }: { property: Property }) {
  const { mlsNumber, attribution } = property;
  if (mlsNumber === null && attribution === null) return null;
  const { agentPhone, source, disclaimer, updatedAt } = attribution ?? NO_ATTRIBUTION;
  const listedBy = listedByText(attribution);
  return (
    <div className="mt-6 grid gap-1 text-sm text-ink-soft [overflow-wrap:anywhere]">
      {mlsNumber !== null && <p>MLS# {mlsNumber}</p>}
      {listedBy !== null && <p>{listedBy}</p>}
      {agentPhone !== null && (
        <p>
          <a
            href={`tel:${agentPhone.replaceAll(/[^\d+]/g, '')}`}
            className="touch-target underline underline-offset-4"
          >
            Call {agentPhone}
          </a>
        </p>
      )}
      {source !== null && <p>Source: {source}</p>}
      {disclaimer !== null && <p className="whitespace-pre-line">{disclaimer}</p>}
      {updatedAt !== null && (
        <p>
          Last updated <time dateTime={updatedAt}>{formatDateTime(updatedAt, 'UTC')} UTC</time>
        </p>
      )}
    </div>
  );
}
