import type { Property } from '#shared/schemas/properties/property.ts';
import { PictureTiles } from './gallery/picture-tiles.tsx';

/** The listing's floor plans, if it has any (docs/product/pages.md, Property page). */
export function FloorPlans({ property: { title, pictures } }: { property: Property }) {
  const plans = pictures.filter(({ kind }) => kind === 'floor_plan');
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="floor-plans-heading" className="mt-10 print:hidden">
      <h2 id="floor-plans-heading" className="display mb-4 text-xl">
        Floor plans
      </h2>
      <PictureTiles title={title} pictures={plans} isMain={false} />
    </section>
  );
}
