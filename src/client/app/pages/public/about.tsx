import { pagePaths } from '#shared/page-paths.ts';
import { resolveTexts } from '#shared/site/site-view.ts';
import type { Route } from './+types/about';
import { siteOf, useSite } from '../../../api/page-data/site.ts';
import { MORNING_SCENE, portraitAt } from '../../../ui/pictures/scenes.ts';
import { CallToAction } from '../../../ui/blocks/call-to-action.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { breadcrumbJsonLd, pageMeta, settingsOf } from '../../../seo/page-meta.ts';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About Us',
    description: `${siteOf(matches).name} is an open marketplace for homes. What we value, who we are, and how to reach the agents.`,
    path: pagePaths.about(),
    jsonLd: [
      breadcrumbJsonLd(settingsOf(matches)?.publicUrl ?? '', [
        { label: 'Home', path: pagePaths.home() },
        { label: 'About Us', path: pagePaths.about() },
      ]),
    ],
  });

export default function AboutPage() {
  const { about } = resolveTexts(useSite());
  return (
    <>
      <PageHeader
        eyebrow="About Us"
        title={about.heading}
        {...(about.text === ''
          ? {}
          : { text: <span className="whitespace-pre-line">{about.text}</span> })}
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
      {about.stats.length > 0 && (
        <dl className="column grid gap-8 py-16 sm:grid-cols-3 lg:py-20">
          {about.stats.map((stat) => (
            <div
              key={`${stat.label} ${stat.value}`}
              className="flex flex-col-reverse border-t border-line-strong pt-5"
            >
              <dt className="text-ink-soft">{stat.label}</dt>
              <dd className="display figures text-2xl">{stat.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {about.values.length > 0 && (
        <Section eyebrow="Our values" title="What you can hold us to" background="sunken">
          <ul className="grid gap-10 md:grid-cols-3 md:gap-8">
            {about.values.map((value) => (
              <li key={value.title} className="border-t border-line-strong pt-5">
                <h3 className="text-lg font-semibold [overflow-wrap:anywhere]">{value.title}</h3>
                <p className="mt-2 max-w-[40ch] text-ink-soft">{value.text}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {about.team.length > 0 && (
        <Section eyebrow="The people" title="Meet our team">
          <ul className="grid gap-6 sm:grid-cols-3 sm:gap-8">
            {about.team.map((person) => (
              <li key={`${person.name} ${person.role}`} className="items-center gap-5 max-sm:flex">
                <Portrait name={person.name} image={person.image} />
                <div>
                  <h3 className="font-semibold sm:mt-4">{person.name}</h3>
                  <p className="text-ink-soft">{person.role}</p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <CallToAction
        title="Ready when you are"
        text="Browse at your own pace, or start with an agent who knows every street."
      >
        <LinkButton href={pagePaths.agents()} variant="secondary">
          Contact an agent
        </LinkButton>
        <LinkButton href={pagePaths.forSale()}>Explore Listings</LinkButton>
      </CallToAction>
    </>
  );
}

function Portrait({ name, image }: { name: string; image: string | null }) {
  const { src, srcSet } = portraitAt(image);
  if (src === null) return <Avatar name={name} src={null} className="size-28 text-xl" />;
  return (
    <Picture
      src={src}
      srcSet={srcSet}
      sizes="(min-width: 1360px) 405px, (min-width: 640px) 30vw, 112px"
      alt={`Portrait of ${name}`}
      shape="aspect-square"
      className="shrink-0 rounded-md max-sm:w-28"
    />
  );
}
