import { DOOR_SCENE } from '../../ui/pictures/scenes.ts';
import { Picture } from '../../ui/pictures/picture.tsx';
import { HeroSearch } from './hero-search.tsx';

/** The opening of the home page: what this is, and the search. */
export function Hero() {
  return (
    <section className="column grid items-center gap-x-16 gap-y-10 pt-10 pb-4 lg:grid-cols-[6fr_5fr] lg:pt-16 lg:pb-8">
      <div>
        <p className="eyebrow">Homes for sale and for rent</p>
        <h1 className="display mt-4 text-2xl">Find the door you will be glad to come home to.</h1>
        <p className="mt-6 max-w-[46ch] text-lg text-ink-soft">
          Search every home in one place, see it from room to room, and write straight to the agent
          who holds the key.
        </p>
        <div className="mt-9">
          <HeroSearch />
        </div>
      </div>
      <Picture
        {...DOOR_SCENE}
        sizes="(min-width: 1360px) 560px, (min-width: 1024px) 42vw, 92vw"
        alt=""
        priority
        shape="aspect-[4/3] lg:aspect-[8/9]"
        className="rounded-lg lg:arch"
        imageClassName="object-bottom"
      />
    </section>
  );
}
