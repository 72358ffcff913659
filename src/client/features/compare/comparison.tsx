import { coverOf } from '#shared/properties/cover.ts';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Columns2 from 'lucide-react/icons/columns-2';
import Printer from 'lucide-react/icons/printer';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { MIN_COMPARED, MAX_COMPARED } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { MapTile } from '../../property-cards/pictures/map-tile.tsx';
import { usePublicSettings } from '../../api/page-data/public-settings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { iconButtonClass } from '../../ui/actions/icon-button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { imageSources } from '../../ui/pictures/image-sources.ts';
import { Picture } from '../../ui/pictures/picture.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { compareChoice } from './compare-choice.ts';
import { compareRows } from './compare-rows.ts';
import { comparedHomes, comparedQuery } from './compared-homes.ts';

/**
 * A side-by-side comparison of homes (docs/product/saved-homes.md, Compare).
 *
 * @param props.ids from the URL, in order
 */
export function Comparison({ ids }: { ids: readonly string[] }) {
  const compared = useQuery({ ...comparedQuery(ids), enabled: ids.length >= MIN_COMPARED });
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <h1 className="display text-xl">Compare homes</h1>
      {ids.length < MIN_COMPARED ? (
        <TooFewHomes />
      ) : compared.isError && compared.data === undefined ? (
        <LoadError
          title="An Error Occurred"
          isRetrying={compared.isFetching}
          onRetry={() => void compared.refetch()}
        >
          Could not load these homes. {compared.error.message}
        </LoadError>
      ) : compared.data === undefined ? (
        <output className="block">
          <span className="sr-only">Loading...</span>
          <Skeleton className="mt-8 h-96 rounded-md" />
        </output>
      ) : compared.data.length < MIN_COMPARED ? (
        <TooFewHomes />
      ) : (
        <CompareTable homes={comparedHomes(compared.data)} />
      )}
    </div>
  );
}

function TooFewHomes() {
  return (
    <EmptyState
      icon={<Columns2 aria-hidden="true" className="size-7" />}
      title={`Choose ${MIN_COMPARED} to ${MAX_COMPARED} homes`}
      actions={<LinkButton href={pagePaths.forSale()}>Browse homes</LinkButton>}
    >
      <p>Choose Compare on two or more homes to see them side by side.</p>
    </EmptyState>
  );
}

function CompareTable({ homes }: { homes: readonly Property[] }) {
  const { costRates } = usePublicSettings();
  const [showsDifferencesOnly, setShowsDifferencesOnly] = useState(false);
  const rows = compareRows(homes, costRates).filter(
    ({ differs }) => differs || !showsDifferencesOnly,
  );
  const ids = homes.map(({ _id }) => _id);
  return (
    <>
      <div className="mt-4 mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <Checkbox
          label="Differences only"
          className="needs-js"
          checked={showsDifferencesOnly}
          onChange={(event) => setShowsDifferencesOnly(event.target.checked)}
        />
        <Button variant="quiet" size="sm" className="needs-js" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
      {/* Wider than a phone, so it scrolls. Focusable, so the keyboard can scroll it, too. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <section
        aria-label="Homes side by side"
        tabIndex={0}
        className="relative overflow-x-auto print:overflow-visible"
      >
        <table
          style={{ minWidth: `${homes.length * 11 + 7}rem` }}
          className="w-full table-fixed border-collapse text-left print:min-w-0! print:text-sm"
        >
          <caption className="sr-only">
            {homes.length} homes side by side. The best value in each row is marked.
          </caption>
          <colgroup>
            <col className="w-28 sm:w-40" />
          </colgroup>
          <thead>
            <tr className="align-top">
              <th scope="col" className="sticky left-0 z-10 bg-paper p-3 font-semibold">
                <span className="sr-only">Fact</span>
              </th>
              {homes.map((home) => (
                <th key={home._id} scope="col" className="p-3 font-normal">
                  <HomeHeader home={home} otherIds={ids.filter((id) => id !== home._id)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values, best }) => (
              <tr key={label} className="border-t border-line align-top">
                <th scope="row" className="sticky left-0 z-10 bg-paper p-3 text-sm font-semibold">
                  {label}
                </th>
                {values.map((value, index) => (
                  <td key={ids[index]} className="figures p-3 [overflow-wrap:anywhere]">
                    {best[index] ? (
                      <strong className="inline-flex items-center gap-1.5 font-semibold text-brand">
                        {value}
                        <Check aria-hidden="true" className="size-4 shrink-0" />
                        <span className="sr-only"> (best)</span>
                      </strong>
                    ) : (
                      value
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
      {rows.length === 0 && <p className="mt-6 text-ink-soft">These homes have no differences.</p>}
    </>
  );
}

function HomeHeader({ home, otherIds }: { home: Property; otherIds: readonly string[] }) {
  const picture = coverOf(home.pictures);
  return (
    <div className="relative">
      {picture === undefined ? (
        <MapTile home={home} />
      ) : (
        <Picture
          {...imageSources(picture.path, picture.width)}
          sizes="(min-width: 768px) 280px, 176px"
          alt=""
          placeholder={picture.placeholder}
          className="rounded-sm"
        />
      )}
      <Link
        href={pagePaths.property(home._id)}
        className="mt-2 line-clamp-3 font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
      >
        {home.title}
      </Link>
      <Link
        href={pagePaths.compare(otherIds)}
        keepScroll
        aria-label={`Remove ${home.title}`}
        onClick={() =>
          compareChoice.write(compareChoice.getSnapshot().filter((id) => id !== home._id))
        }
        className={`${iconButtonClass} absolute top-1 right-1 bg-surface! print:hidden`}
      >
        <X aria-hidden="true" className="size-4" />
      </Link>
    </div>
  );
}
