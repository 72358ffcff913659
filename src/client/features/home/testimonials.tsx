import { portraitSources } from '../../ui/pictures/scenes.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';

/** Three voices (docs/product/pages.md, Home). Static, and examples by name. */
const TESTIMONIALS = [
  {
    quote:
      'We looked at the map, wrote one message, and stood in the kitchen two days later. It felt simple all the way.',
    name: 'Ada Example',
    role: 'Bought a house',
    avatar: 'portrait-18',
  },
  {
    quote:
      'Two bedrooms, close to the tram, under budget. I set the filters once and the third home was ours.',
    name: 'Ben Sample',
    role: 'Rents an apartment',
    avatar: 'portrait-12',
  },
  {
    quote:
      'My listings look the way the homes deserve. Buyers arrive having seen everything, with good questions.',
    name: 'Cleo Specimen',
    role: 'Agent',
    avatar: 'portrait-14',
  },
] as const;

export function Testimonials() {
  return (
    <ul className="grid gap-10 md:grid-cols-3 md:gap-8">
      {TESTIMONIALS.map((voice) => (
        <li key={voice.name}>
          <figure className="flex h-full flex-col">
            <span aria-hidden="true" className="display h-8 text-2xl text-clay">
              “
            </span>
            <blockquote className="display flex-1 text-lg leading-relaxed">
              <p>{voice.quote}</p>
            </blockquote>
            <figcaption className="mt-6 flex items-center gap-3">
              <Avatar
                name={voice.name}
                {...portraitSources(voice.avatar)}
                sizes="44px"
                className="size-11 text-sm"
              />
              <span>
                <span className="block font-semibold">{voice.name}</span>
                <span className="block text-sm text-ink-soft">{voice.role}</span>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
