import Heart from 'lucide-react/icons/heart';
import type { HomeWithNote } from '../../property-cards/card-buttons.tsx';
import { buttonClass } from '../../ui/actions/button-class.ts';
import { cx } from '../../ui/class-names.ts';
import { useSavedHomes } from './saved-homes.ts';

export interface SaveButtonProps {
  property: HomeWithNote;
  /** Whether the button is on a card, where it is only a heart without text. */
  isOnCard: boolean;
}

/** The heart button, which saves or unsaves a home. */
export function SaveButton({ property, isOnCard }: SaveButtonProps) {
  const { has, toggle } = useSavedHomes();
  const isSaved = has(property._id);
  const label = isSaved ? 'Saved' : 'Save';
  const heart = (
    <Heart
      aria-hidden="true"
      className={cx(isOnCard ? 'size-5' : 'size-4', isSaved && 'fill-clay text-clay')}
    />
  );
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={isOnCard ? label : undefined}
      // Identifies the home: a page has many of these buttons. WAI-ARIA 1.3; the lint rule doesn't
      // support it yet.
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
      aria-description={property.title}
      onClick={() => toggle(property)}
      className={
        isOnCard
          ? 'needs-js group/tool absolute top-1 right-1 z-10 grid size-11 place-items-center rounded-full print:hidden'
          : buttonClass('quiet', 'sm', 'needs-js print:hidden')
      }
    >
      {isOnCard ? (
        <span className="grid size-9 place-items-center rounded-full border border-line bg-surface text-ink transition-colors group-hover/tool:border-ink">
          {heart}
        </span>
      ) : (
        <>
          {heart} {label}
        </>
      )}
    </button>
  );
}
