import { useQuery } from '@tanstack/react-query';
import { FEATURED_COUNT } from '#shared/limits.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { PropertyGrid, PropertyGridSkeleton } from '../../property-cards/property-grid.tsx';
import { featuredPropertiesQuery } from '../../property-cards/property-queries.ts';

/** The six newest homes, or a loading or error state (docs/product/pages.md, Home). */
export function FeaturedProperties() {
  const featured = useQuery(featuredPropertiesQuery);
  if (featured.isError) {
    return (
      <Banner
        tone="error"
        action={
          <Button
            variant="secondary"
            size="sm"
            busy={featured.isFetching}
            onClick={() => void featured.refetch()}
            className="needs-js"
          >
            Try again
          </Button>
        }
      >
        Could not load properties.
      </Banner>
    );
  }
  if (featured.isPending) return <PropertyGridSkeleton count={FEATURED_COUNT} isShort />;
  if (featured.data.items.length === 0) {
    return (
      <p className="text-ink-soft">No homes are listed yet. New listings will show up here.</p>
    );
  }
  return <PropertyGrid properties={featured.data.items} isShort />;
}
