import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { formatDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { unavailableLabel } from '#shared/properties/home-words.ts';
import { useLogo } from '../../../api/page-data/site.ts';
import { Logo } from '../../../ui/pictures/logo.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { Breadcrumbs } from '../../../ui/blocks/breadcrumbs.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { AgentCard } from './agent/agent-card.tsx';
import { ContactBar } from './agent/contact-bar.tsx';
import { Description } from './description.tsx';
import { FloorPlans } from './floor-plans.tsx';
import { CostLine } from './cost-line.tsx';
import { KeyFacts } from './key-facts.tsx';
import { ListingSource } from './listing-source.tsx';
import { LocationMap } from './location-map.tsx';
import { LazySection } from './lazy/lazy-section.tsx';
import { CardButtons } from '../../../property-cards/card-buttons.tsx';
import { summarize } from '../../../property-cards/property-summary.ts';
import { contractLabel, fullAddress, statusTone } from '../../../property-cards/property-facts.ts';
import { isNew, listedText, priceCutText } from '../../../property-cards/property-labels.ts';
import { PropertyGallery } from './gallery/property-gallery.tsx';
import { placeHref, propertyCrumbs } from './property-meta.ts';
import { rememberHome } from '../recently-viewed/seen-homes.ts';
import { LazyRecentlyViewed } from '../recently-viewed/lazy-recently-viewed.tsx';
import { ShareButton } from './share-button.tsx';

export interface PropertyDetailProps {
  property: Property;
  /**
   * Contact buttons from other features, shown with the email link in the agent card or, in narrow
   * windows, in the bottom bar.
   */
  actions?: ReactNode;
  /** Buttons from other features, below the heading. */
  headerActions?: ReactNode;
  /** The list of open houses. */
  openHouses?: ReactNode;
  /** The button to report the listing. */
  report?: ReactNode;
  /**
   * Whether the listing is unpublished. If so, the page has no buttons to save, compare, or share it,
   * no price history, and no similar or recently viewed homes.
   */
  isPreview?: boolean;
}

/** The property page (docs/product/pages.md, Property page). */
export function PropertyDetail({
  property,
  actions,
  headerActions,
  openHouses,
  report,
  isPreview = false,
}: PropertyDetailProps) {
  const logo = useLogo();
  const { key: visit } = useLocation();
  useEffect(() => {
    if (!isPreview) rememberHome(property._id, visit);
  }, [property._id, visit, isPreview]);
  return (
    // The printout is one page regardless of margins. Excess content fades out at the bottom.
    <div className="column lg:pt-6 print:flex print:h-[245mm] print:flex-col print:p-0 print:[contain:size]">
      <div className="mb-4 hidden print:block">
        <Logo {...logo} />
      </div>
      <div className="flex min-h-12 items-center justify-between gap-1 lg:pb-4 print:hidden">
        <Breadcrumbs items={propertyCrumbs(property)} isOneLine />
        <div className={cx('-mr-2.5 flex shrink-0 items-center', isPreview && 'hidden')}>
          {/* Reserve space until the script loads, to avoid a layout shift. */}
          <div className="needs-js flex min-w-24 justify-end">
            <CardButtons property={summarize(property)} location="detail" />
          </div>
          <ShareButton title={property.title} />
        </div>
      </div>
      <article className="print:flex print:min-h-0 print:flex-1 print:flex-col">
        <PropertyGallery property={property} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 pt-4 md:pt-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:pt-8 print:min-h-0 print:flex-1 print:grid-cols-[minmax(0,1fr)_16rem] print:grid-rows-[minmax(0,1fr)] print:gap-x-8">
          <div className="min-w-0 print:overflow-hidden print:[mask-image:linear-gradient(black_calc(100%_-_3rem),transparent)]">
            <Header property={property} headerActions={headerActions} />
            <Description text={property.description} />
            <FloorPlans property={property} />
            <LazySection name="facts" property={property} near="2000px" heightClass="h-40" />
            <ListingSource property={property} />
            {openHouses}
            {property.status === 'For Sale' && (
              <LazySection name="cost" property={property} heightClass="h-[44rem] sm:h-[36rem]" />
            )}
            {!isPreview && <LazySection name="history" property={property} heightClass="h-96" />}
          </div>
          <div className="lg:row-span-2 print:row-span-1">
            <div className="lg:sticky lg:top-24">
              <AgentCard property={property} actions={actions} />
              <div className="mt-3 flex justify-center">{report}</div>
            </div>
          </div>
          <section aria-labelledby="location-heading" className="min-w-0 print:hidden">
            <h2 id="location-heading" className="display mb-4 text-xl">
              Location
            </h2>
            <LocationMap property={property} />
          </section>
        </div>
      </article>
      <div className="py-16 print:hidden">
        {!isPreview && (
          <>
            <LazySection name="similar" property={property} heightClass="h-[34rem]" />
            <LazyRecentlyViewed except={property._id} />
          </>
        )}
      </div>
      <ContactBar property={property} actions={actions} />
    </div>
  );
}

/**
 * The listing's header. On phones, the key figures follow the price so that both are visible without
 * scrolling.
 */
function Header({
  property,
  headerActions,
}: Pick<PropertyDetailProps, 'property' | 'headerActions'>) {
  const unavailableText = unavailableLabel(property);
  const contract = contractLabel(property);
  const priceCut = priceCutText(property.priceChange);
  return (
    <header className="flex flex-col">
      {unavailableText !== null && (
        <p className="mb-4 rounded-sm bg-clay-wash px-4 py-3 [overflow-wrap:anywhere] max-md:-order-3">
          <strong className="font-semibold">{unavailableText}.</strong> This home is no longer
          available.{' '}
          <Link href={placeHref(property)} className="underline underline-offset-4">
            See other homes in {property.city}
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:-order-2 max-sm:justify-between">
        <p className="display figures leading-none [font-size:clamp(2rem,1.6rem+1.6vw,2.75rem)] [overflow-wrap:anywhere]">
          {formatPrice(property.price)}
          {property.status === 'For Rent' && (
            <span className="font-sans text-base tracking-normal text-ink-soft">/mo</span>
          )}
        </p>
        {unavailableText === null ? (
          <span className="flex flex-wrap gap-1.5">
            <Badge tone={statusTone(property.status)}>{property.status}</Badge>
            {contract !== null && <Badge tone="clay">{contract}</Badge>}
            {isNew(property) && <Badge tone="clay">New</Badge>}
            {priceCut !== null && (
              <Badge tone="clay" className="figures">
                {priceCut}
              </Badge>
            )}
          </span>
        ) : (
          <Badge tone="clay">{unavailableText}</Badge>
        )}
      </div>
      {property.status === 'For Sale' && unavailableText === null && (
        <CostLine property={property} />
      )}
      <h1 className="display mt-2 text-xl md:mt-3 [overflow-wrap:anywhere]">{property.title}</h1>
      <p className="mt-1.5 text-ink-soft [overflow-wrap:anywhere]">{fullAddress(property)}</p>
      <p className="mt-1.5 text-sm text-ink-soft">
        <time dateTime={property.createdAt} title={formatDate(property.createdAt)}>
          {listedText(property)}
        </time>
      </p>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden print:hidden">{headerActions}</div>
      <div className="mt-2 max-md:-order-1 md:mt-6">
        <KeyFacts property={property} />
      </div>
    </header>
  );
}
