import { pagePaths } from '#shared/page-paths.ts';
import type { Route } from './+types/about';
import { STATS, TEAM, VALUES } from '../../../features/about/about-facts.ts';
import { MORNING_SCENE, portraitSources } from '../../../ui/pictures/scenes.ts';
import { CallToAction } from '../../../ui/blocks/call-to-action.tsx';
import { PageHead } from '../../../ui/blocks/page-head.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { breadcrumbJsonLd, pageMeta, settingsOf } from '../../../seo/page-meta.ts';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About Us',
    description:
      'Doorstep is an open marketplace for homes. What we value, who we are, and how to reach the agents.',
    path: pagePaths.about(),
    jsonLd: [
      breadcrumbJsonLd(settingsOf(matches)?.publicUrl ?? '', [
        { label: 'Home', path: pagePaths.home() },
        { label: 'About Us', path: pagePaths.about() },
      ]),
    ],
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
          {...MORNING_SCENE}
          sizes="(min-width: 1360px) 1280px, 94vw"
          alt=""
          priority
          shape="aspect-[4/3] sm:aspect-[20/9]"
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
        <ul className="grid gap-6 sm:grid-cols-3 sm:gap-8">
          {TEAM.map((person) => (
            <li key={person.name} className="items-center gap-5 max-sm:flex">
              <Picture
                {...portraitSources(person.picture)}
                sizes="(min-width: 1360px) 405px, (min-width: 640px) 30vw, 112px"
                alt={`Portrait of ${person.name}`}
                shape="aspect-square"
                className="shrink-0 rounded-md max-sm:w-28"
              />
              <div>
                <h3 className="font-semibold sm:mt-4">{person.name}</h3>
                <p className="text-ink-soft">{person.role}</p>
              </div>
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
