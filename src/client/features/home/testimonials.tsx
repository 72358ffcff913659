import type { Site } from '#shared/schemas/site.ts';
import { portraitAt } from '../../ui/pictures/scenes.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';

/** The testimonials (docs/product/pages.md, Home). */
export function Testimonials({ testimonials }: { testimonials: Site['testimonials'] }) {
  return (
    <ul className="grid gap-10 md:grid-cols-3 md:gap-8">
      {testimonials.map((testimonial) => (
        <li key={`${testimonial.name} ${testimonial.quote}`}>
          <figure className="flex h-full flex-col">
            <span aria-hidden="true" className="display h-8 text-2xl text-clay">
              “
            </span>
            <blockquote className="display flex-1 text-lg leading-relaxed">
              <p className="[overflow-wrap:anywhere]">{testimonial.quote}</p>
            </blockquote>
            <figcaption className="mt-6 flex items-center gap-3">
              <Avatar
                name={testimonial.name}
                {...portraitAt(testimonial.avatar)}
                sizes="44px"
                className="size-11 text-sm"
              />
              <span>
                <span className="block font-semibold">{testimonial.name}</span>
                <span className="block text-sm text-ink-soft">{testimonial.role}</span>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
