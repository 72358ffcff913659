import { createContext, use, type ReactNode } from 'react';
import type { PropertySummary } from './property-summary.ts';

/** Where buttons stand: within a card's picture, on the card, or in the first line of a listing's page. */
export type ButtonsPlace = 'picture' | 'card' | 'detail';

/** A home that the buttons are about; `note` is known where it is a saved one. */
export type ButtonsProperty = PropertySummary & { note?: string | null };

/** Renders the buttons for a home. Must not use hooks. */
export type RenderCardButtons = (property: ButtonsProperty, place: ButtonsPlace) => ReactNode;

const CardButtonsContext = createContext<RenderCardButtons>(() => null);

/** Gives cards and listings their buttons, which other features make. Without it they have none. */
export const CardButtonsProvider = CardButtonsContext.Provider;

/** The buttons of a home. */
export function CardButtons(props: { property: ButtonsProperty; place: ButtonsPlace }) {
  return use(CardButtonsContext)(props.property, props.place);
}
