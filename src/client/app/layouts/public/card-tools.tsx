import { CompareBar } from '../../../features/compare/compare-bar.tsx';
import { CompareButton } from '../../../features/compare/compare-button.tsx';
import { SaveButton } from '../../../features/favorites/save-button.tsx';
import { SavedHomesSync } from '../../../features/favorites/saved-homes-sync.tsx';
import type { RenderCardButtons } from '../../../property-cards/card-buttons.tsx';
import { StaticMap } from '../../../property-cards/pictures/static-map.tsx';
import { PicturePager } from '../../../property-cards/pictures/picture-pager.tsx';
import type { PropertySummary } from '../../../property-cards/property-summary.ts';

const renderCardButtons: RenderCardButtons = (property, location) =>
  location === 'picture' ? (
    <CardPictureTools property={property} />
  ) : (
    <>
      <SaveButton property={property} isOnCard={location === 'card'} />
      {location === 'card' && <CompareButton property={property} isOnCard />}
    </>
  );

function CardPictureTools({ property }: { property: PropertySummary }) {
  const { photoCount = 1, position, city } = property;
  if (position !== undefined) return <StaticMap {...position} city={city} />;
  return photoCount > 1 && <PicturePager property={property} />;
}

/**
 * The picture pager, map, and buttons of cards and listings, the sync of saved homes, and the compare
 * bar.
 */
export const cardTools = { renderCardButtons, SavedHomesSync, CompareBar };
