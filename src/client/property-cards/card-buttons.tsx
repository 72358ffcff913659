import { createContext, use, type ReactNode } from 'react';
import type { PropertySummary } from './property-summary.ts';

/**
 * The location of buttons: on a card's picture, on the card, or in the top row of the property
 * page.
 */
export type ButtonLocation = 'picture' | 'card' | 'detail';

/** A home, with the user's note and its price when it was saved, if they are known. */
export type HomeWithNote = PropertySummary & { note?: string | null; savedPrice?: number };

/** Renders the buttons for a home. It must not use hooks. */
export type RenderCardButtons = (property: HomeWithNote, location: ButtonLocation) => ReactNode;

const CardButtonsContext = createContext<RenderCardButtons>(() => null);

/** Provides other features' buttons to cards and listings, which otherwise have none. */
export const CardButtonsProvider = CardButtonsContext.Provider;

/** A home's buttons. */
export function CardButtons(props: { property: HomeWithNote; location: ButtonLocation }) {
  return use(CardButtonsContext)(props.property, props.location);
}
