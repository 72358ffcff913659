import type { Site } from '#shared/schemas/site.ts';
import { portraitAt } from '../../ui/pictures/scenes.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';

/** The testimonials (docs/product/pages.md, Home). */
export function Testimonials({ voices }: { voices: Site['testimonials'] }) {
  return (
    <ul className="grid gap-10 md:grid-cols-3 md:gap-8">
      {voices.map((voice) => (
        <li key={`${voice.name} ${voice.quote}`}>
          <figure className="flex h-full flex-col">
            <span aria-hidden="true" className="display h-8 text-2xl text-clay">
              “
            </span>
            <blockquote className="display flex-1 text-lg leading-relaxed">
              <p className="[overflow-wrap:anywhere]">{voice.quote}</p>
            </blockquote>
            <figcaption className="mt-6 flex items-center gap-3">
              <Avatar
                name={voice.name}
                {...portraitAt(voice.avatar)}
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
