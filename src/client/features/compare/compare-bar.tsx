import { useLocation } from 'react-router';
import { MIN_COMPARED } from '#shared/limits.ts';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { compareChoice, useCompareChoice } from './compare-choice.ts';

/**
 * The bar at the bottom of the window with the number of chosen homes and a link to compare them.
 * Hidden on the compare page, and while no homes are chosen.
 */
export function CompareBar() {
  const chosenIds = useCompareChoice();
  const { pathname } = useLocation();
  if (chosenIds.length === 0 || pathname === pagePaths.compare([])) return null;
  return (
    <section
      aria-label="Homes to compare"
      data-foot-bar
      className="sticky bottom-0 z-20 border-t border-line bg-paper py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] print:hidden max-lg:[:root:has([data-bottom-bar])_&]:bottom-[4.25rem] [@media(max-height:30rem)]:static"
    >
      <div className="column flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm">
          <output className="font-semibold">{countOf(chosenIds.length, 'home')} to compare</output>
          {chosenIds.length < MIN_COMPARED && (
            <span className="block text-ink-soft">Choose one more.</span>
          )}
        </p>
        <div className="flex shrink-0 gap-2">
          <Button variant="quiet" size="sm" onClick={() => compareChoice.write([])}>
            Clear
          </Button>
          {chosenIds.length >= MIN_COMPARED && (
            <LinkButton size="sm" href={pagePaths.compare(chosenIds)}>
              Compare {chosenIds.length}
            </LinkButton>
          )}
        </div>
      </div>
    </section>
  );
}
