import { pagePaths } from '#shared/page-paths.ts';
import type { Route } from './+types/about';
import { STATS, TEAM, VALUES } from '../features/about/about-facts.ts';
import { demoImagePath, imageSources } from '../images/image-sources.ts';
import { CallToAction } from '../layout/call-to-action.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Section } from '../layout/section.tsx';
import { pageMeta } from '../seo/page-meta.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Picture } from '../ui/picture.tsx';

/** The scenes and portraits that come with the product are this wide, in pixels. */
const PORTRAIT_WIDTH = 800;
const SCENE_WIDTH = 1600;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About Us',
    description:
      'Doorstep is an open marketplace for homes. What we value, who we are, and how to reach the agents.',
    path: pagePaths.about(),
  });

export default function AboutPage() {
  return (
    <>
      <PageHead
        eyebrow="About Us"
        title="A quieter way to a front door."
        text="Doorstep brings homes, and the people who know them, to one calm place. No noise and no detours: look, understand, and write to somebody who answers."
      />
      <div className="column">
        <Picture
          {...imageSources(demoImagePath('home-house-01'), SCENE_WIDTH)}
          sizes="(min-width: 1360px) 1280px, 94vw"
          alt=""
          priority
          shape="aspect-[4/3] sm:aspect-[21/9]"
          className="rounded-lg"
        />
      </div>
      <dl className="column grid gap-8 py-16 sm:grid-cols-3 lg:py-20">
        {STATS.map((stat) => (
          <div key={stat.label} className="flex flex-col-reverse border-t border-line-strong pt-5">
            <dt className="text-ink-soft">{stat.label}</dt>
            <dd className="display figures text-2xl">{stat.value}</dd>
          </div>
        ))}
      </dl>
      <Section eyebrow="Our values" title="What you can hold us to" ground="sunken">
        <ul className="grid gap-10 md:grid-cols-3 md:gap-8">
          {VALUES.map((value) => (
            <li key={value.title} className="border-t border-line-strong pt-5">
              <h3 className="text-lg font-semibold">{value.title}</h3>
              <p className="mt-2 max-w-[40ch] text-ink-soft">{value.text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section eyebrow="The people" title="Meet our team">
        <ul className="grid gap-8 sm:grid-cols-3">
          {TEAM.map((person) => (
            <li key={person.name}>
              <Picture
                {...imageSources(demoImagePath(person.picture), PORTRAIT_WIDTH)}
                sizes="(min-width: 1360px) 405px, (min-width: 640px) 30vw, 92vw"
                alt={`Portrait of ${person.name}`}
                shape="aspect-square"
                className="rounded-md"
              />
              <h3 className="mt-4 font-semibold">{person.name}</h3>
              <p className="text-ink-soft">{person.role}</p>
            </li>
          ))}
        </ul>
      </Section>
      <CallToAction
        title="Ready when you are"
        text="Look around at your own pace, or begin with somebody who knows every street."
      >
        <LinkButton href={pagePaths.agents()} variant="secondary">
          Contact an agent
        </LinkButton>
        <LinkButton href={pagePaths.forSale()}>Explore Listings</LinkButton>
      </CallToAction>
    </>
  );
}
