import { countOf } from '#shared/format/numbers.ts';
import type { SourceTest } from '#shared/schemas/open/data-source.ts';
import { Banner } from '../../../../ui/notices/banner.tsx';
import { SampleCards } from '../sample-cards.tsx';

/** The result of a connection test. */
export function SourceTestResult({ result }: { result: SourceTest }) {
  const { resources, fields, sample, count } = result;
  const homes = sample.flatMap((row) => ('reason' in row ? [] : [row]));
  const skipped = sample.flatMap((row) => ('reason' in row ? [row] : []));
  return (
    <div className="grid gap-6">
      <Banner tone="success">
        <p className="font-semibold">The connection works.</p>
        <p className="text-sm">
          {count === null ? '' : `${countOf(count, 'Property row')}. `}
          {countOf(fields.length, 'field')} used. Resources: {resources.join(', ')}.
        </p>
      </Banner>
      <SampleCards sample={homes} />
      {skipped.length > 0 && (
        <section aria-labelledby="skipped-sample-heading">
          <h2 id="skipped-sample-heading" className="display text-lg">
            Sample rows that would be skipped
          </h2>
          <ul className="mt-3 grid gap-2">
            {skipped.map(({ key, reason }, index) => (
              <li key={key ?? index} className="[overflow-wrap:anywhere]">
                <span className="font-semibold">{key ?? 'No ListingKey'}</span>: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
