import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { popupClass } from './overlay-class.ts';

export interface TooltipProps {
  /** A few words. Never the only place where they stand: fingers have no tooltips, and screen readers skip them. */
  text: string;
  /** The button that it explains. */
  children: ReactElement;
}

/** A word about a control, under the mouse or the keyboard's focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        {/* The button bears these words already, as its name or its description. */}
        <BaseTooltip.Positioner aria-hidden="true" sideOffset={6} className="z-50">
          <BaseTooltip.Popup className={cx(popupClass, 'rounded-sm px-2.5 py-1.5 text-sm')}>
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
