import { formatPrice } from '#shared/format/money.ts';
import { countOf, formatArea } from '#shared/format/numbers.ts';
import type { Import } from '#shared/schemas/brokerage/import.ts';
import { bathsText, bedsText } from '#shared/properties/home-words.ts';
import { fullAddress, statusTone } from '../../../property-cards/property-facts.ts';
import { Badge } from '../../../ui/blocks/badge.tsx';

/**
 * The first listings of an import or of a data source's test, as cards. They are not links because
 * listings that were only checked don't exist yet.
 */
export function SampleCards({ sample }: Pick<Import, 'sample'>) {
  if (sample.length === 0) return null;
  return (
    <section aria-labelledby="sample-heading">
      <h2 id="sample-heading" className="display text-lg">
        The first {countOf(sample.length, 'home')}
      </h2>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {sample.map((home) => (
          <li key={home._id} className="rounded-md border border-line bg-surface p-5">
            <div className="flex items-start justify-between gap-3">
              <p className="text-lg font-semibold figures">{formatPrice(home.price)}</p>
              <Badge tone={statusTone(home.status)}>{home.status}</Badge>
            </div>
            <h3 className="mt-1 line-clamp-2 font-semibold [overflow-wrap:anywhere]">
              {home.title}
            </h3>
            <p className="mt-1 text-sm text-ink-soft [overflow-wrap:anywhere]">
              {fullAddress(home)}
            </p>
            <p className="mt-2 text-sm text-ink-soft figures">
              {home.propertyType} · {bedsText(home.bedrooms)} · {bathsText(home.bathrooms)} ·{' '}
              {formatArea(home.sqft)}
            </p>
            <p className="mt-2 truncate text-sm text-ink-faint">Agent: {home.agent.name}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
