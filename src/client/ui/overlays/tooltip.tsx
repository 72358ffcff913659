import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { popupClass } from './overlay-class.ts';

// One popup for all tooltips because a popup for each button of a table makes rendering slow.
const popup = BaseTooltip.createHandle<string>();

export interface TooltipProps {
  /**
   * A short text. It must also be available elsewhere: touch screens have no tooltips, and screen
   * readers skip them.
   */
  text: string;
  /** The described button. */
  children: ReactElement;
}

/** A hint shown when a control is hovered or focused. Requires one `TooltipPopup` on the page. */
export function Tooltip({ text, children }: TooltipProps) {
  return <BaseTooltip.Trigger handle={popup} payload={text} render={children} />;
}

/** Shows the tooltip of the hovered or focused control. */
export function TooltipPopup() {
  return (
    <BaseTooltip.Root handle={popup}>
      {({ payload }) => (
        <BaseTooltip.Portal>
          {/* The button already has this text as its name or description. */}
          <BaseTooltip.Positioner aria-hidden="true" sideOffset={6} className="z-50">
            <BaseTooltip.Popup className={cx(popupClass, 'rounded-sm px-2.5 py-1.5 text-sm')}>
              {payload}
            </BaseTooltip.Popup>
          </BaseTooltip.Positioner>
        </BaseTooltip.Portal>
      )}
    </BaseTooltip.Root>
  );
}
