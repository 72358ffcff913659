import Check from 'lucide-react/icons/check';
import { MAX_COMPARED } from '#shared/limits.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { buttonClass } from '../../ui/actions/button-class.ts';
import { cx } from '../../ui/class-names.ts';
import { showToast } from '../../ui/notices/toast-store.ts';
import { compareChoice, useCompareChoice } from './compare-choice.ts';

export interface CompareButtonProps {
  property: Pick<Property, '_id' | 'title'>;
  /**
   * Whether the button is on a card. There, devices with hover show it only on hover, on keyboard
   * focus, or while the home is selected.
   */
  isOnCard: boolean;
}

/** Adds a home to the comparison or removes it. */
export function CompareButton({ property, isOnCard }: CompareButtonProps) {
  const chosenIds = useCompareChoice();
  const isChosen = chosenIds.includes(property._id);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      // Identifies the home: a page has many of these buttons. WAI-ARIA 1.3; the lint rule doesn't
      // support it yet.
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
      aria-description={property.title}
      onClick={() => toggle(property._id)}
      className={
        isOnCard
          ? cx(
              'needs-js group/tool absolute top-1 right-12 z-10 grid min-h-11 place-items-center rounded-full px-1 transition-opacity print:hidden',
              !isChosen &&
                '[@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover:opacity-100 focus-visible:opacity-100!',
            )
          : buttonClass('secondary', 'sm', 'needs-js print:hidden')
      }
    >
      {/* Smaller than the touch target, like the heart beside it. */}
      <span
        className={
          isOnCard
            ? cx(
                'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold',
                isChosen
                  ? 'border-brand bg-brand text-on-brand current-in-forced-colors'
                  : 'border-line bg-surface text-ink group-hover/tool:border-ink',
              )
            : 'contents'
        }
      >
        {isChosen && <Check aria-hidden="true" className="size-4" />}
        Compare
      </span>
    </button>
  );
}

function toggle(id: string): void {
  const chosenIds = compareChoice.getSnapshot();
  if (chosenIds.includes(id)) {
    compareChoice.write(chosenIds.filter((other) => other !== id));
  } else if (chosenIds.length >= MAX_COMPARED) {
    showToast({
      tone: 'info',
      text: `You can compare up to ${MAX_COMPARED} homes. Remove one first.`,
    });
  } else {
    compareChoice.write([...chosenIds, id]);
  }
}
