import { CompareBar } from '../../../features/compare/compare-bar.tsx';
import { CompareButton } from '../../../features/compare/compare-button.tsx';
import { SaveButton } from '../../../features/favorites/save-button.tsx';
import { SavedHomesKeeper } from '../../../features/favorites/saved-homes-keeper.tsx';
import type { RenderCardButtons } from '../../../property-cards/card-buttons.tsx';

const renderCardButtons: RenderCardButtons = (property, place) => (
  <>
    <SaveButton property={property} isOnCard={place === 'card'} />
    {place === 'card' && <CompareButton property={property} isOnCard />}
  </>
);

/** The buttons of cards and listings, the provider of their state, and the compare bar. */
export const cardTools = { renderCardButtons, SavedHomesKeeper, CompareBar };
