import { DOOR_SCENE, type Scene } from '../../ui/pictures/scenes.ts';
import { Picture } from '../../ui/pictures/picture.tsx';
import { HeroSearch } from './hero-search.tsx';

export interface HeroProps {
  /** Omitted if empty. */
  eyebrow: string;
  heading: string;
  /** Omitted if empty. */
  text: string;
  /** Null for the default picture. */
  picture: Scene | null;
}

/** The home page's hero: headline, picture, and search. */
export function Hero({ hero }: { hero: HeroProps }) {
  return (
    <section className="column grid items-center gap-x-16 gap-y-10 pt-10 pb-4 lg:grid-cols-[6fr_5fr] lg:pt-16 lg:pb-8">
      <div>
        {hero.eyebrow !== '' && <p className="eyebrow">{hero.eyebrow}</p>}
        <h1 className="display mt-4 text-2xl [overflow-wrap:anywhere]">{hero.heading}</h1>
        {hero.text !== '' && (
          <p className="mt-6 max-w-[46ch] text-lg text-ink-soft [overflow-wrap:anywhere]">
            {hero.text}
          </p>
        )}
        <div className="mt-9">
          <HeroSearch />
        </div>
      </div>
      <Picture
        {...(hero.picture ?? DOOR_SCENE)}
        sizes="(min-width: 1360px) 560px, (min-width: 1024px) 42vw, 92vw"
        alt=""
        priority
        shape="aspect-[4/3] lg:aspect-[8/9]"
        className="rounded-lg lg:arch"
        imageClassName={hero.picture === null ? 'object-bottom' : ''}
      />
    </section>
  );
}
