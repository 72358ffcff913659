import { pagePaths } from '#shared/page-paths.ts';
import { resolveTexts } from '#shared/site/site-view.ts';
import type { Route } from './+types/home';
import { loadInBrowser, loadOnServer, type PageLoad } from '../../../api/page-data/page-data.ts';
import { siteOf, useSite } from '../../../api/page-data/site.ts';
import { organizationJsonLd } from '../../../features/home/organization-json-ld.ts';
import { Hero } from '../../../features/home/hero.tsx';
import { BrowseByCity } from '../../../features/places/browse-by-city.tsx';
import { Steps } from '../../../features/home/steps.tsx';
import { Testimonials } from '../../../features/home/testimonials.tsx';
import { FeaturedProperties } from '../../../features/home/featured-properties.tsx';
import { LazyRecentlyViewed } from '../../../features/properties/recently-viewed/lazy-recently-viewed.tsx';
import { featuredPropertiesQuery } from '../../../property-cards/property-queries.ts';
import { EVENING_SCENE, uploadedScene } from '../../../ui/pictures/scenes.ts';
import { CallToAction } from '../../../ui/blocks/call-to-action.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { absoluteUrl, pageMeta, settingsOf } from '../../../seo/page-meta.ts';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';

const load: PageLoad = (page) => page.prefetch(featuredPropertiesQuery);

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = settingsOf(matches)?.publicUrl ?? '';
  const site = siteOf(matches);
  return pageMeta(matches, {
    title: `${site.name}: homes for sale and for rent`,
    isFullTitle: true,
    description:
      'Search homes for sale and for rent, look around room by room, and contact the listing agent directly.',
    path: pagePaths.home(),
    jsonLd: [
      {
        '@type': 'WebSite',
        name: site.name,
        url: absoluteUrl(publicUrl, pagePaths.home()),
        potentialAction: {
          '@type': 'SearchAction',
          target: `${absoluteUrl(publicUrl, pagePaths.forSale())}?searchTerm={search_term}`,
          'query-input': 'required name=search_term',
        },
      },
      organizationJsonLd(publicUrl, site),
    ],
  });
};

export default function HomePage() {
  const site = useSite();
  const { hero, testimonials } = resolveTexts(site);
  const heroPicture = site.pictures.find(({ path }) => path === hero.image);
  return (
    <>
      <Hero
        hero={{ ...hero, picture: heroPicture === undefined ? null : uploadedScene(heroPicture) }}
      />
      <Section
        eyebrow="Just listed"
        title="Featured properties"
        action={
          <LinkButton href={pagePaths.forSale()} variant="secondary" size="sm">
            All homes for sale
          </LinkButton>
        }
      >
        <FeaturedProperties />
        <BrowseByCity />
        <LazyRecentlyViewed />
      </Section>
      <Section
        eyebrow="How it works"
        title="From first look to front door in three steps"
        background="sunken"
      >
        <Steps />
      </Section>
      {testimonials.length > 0 && (
        <Section
          {...(site.texts.testimonials === undefined ? { eyebrow: 'Sample testimonials' } : {})}
          title="What our customers say"
        >
          <Testimonials testimonials={testimonials} />
        </Section>
      )}
      <CallToAction
        title="Looking for help, or have a home to offer?"
        text="Find an agent who knows the neighborhood, or put your listing in front of everyone who’s looking."
        picture={
          <Picture
            {...EVENING_SCENE}
            sizes="(min-width: 1360px) 1280px, 94vw"
            alt=""
            shape="aspect-[16/9] sm:aspect-[3/1]"
            imageClassName="object-bottom"
          />
        }
      >
        <LinkButton href={pagePaths.agents()} variant="secondary">
          Find an Agent
        </LinkButton>
        <LinkButton href={pagePaths.addListing()}>List Your Property</LinkButton>
      </CallToAction>
    </>
  );
}
