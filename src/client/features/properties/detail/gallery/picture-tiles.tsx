import { useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import type { Picture as PropertyPicture } from '#shared/schemas/properties/property.ts';
import { useHydrated } from '../../../../ui/timing/use-hydrated.ts';
import { useDeferredComponent } from '../../../../ui/timing/use-deferred-component.ts';
import { imageSources } from '../../../../ui/pictures/image-sources.ts';
import { cx } from '../../../../ui/class-names.ts';
import { Picture } from '../../../../ui/pictures/picture.tsx';
import { SpinnerIcon } from '../../../../ui/waiting/spinner.tsx';
import { PICTURE_TRANSITION } from '../../../../property-cards/picture-transition.ts';

/** A main picture and up to three more. */
const MAX_TILES = 4;

const loadLightbox = async () => (await import('./gallery-lightbox.tsx')).GalleryLightbox;
const loadGrid = async () => (await import('./photo-grid.tsx')).PhotoGrid;

/** The grid layout on wide screens, by number of tiles. On phones, the tiles form a swipeable strip. */
const GRID_CLASS: Record<number, string> = {
  1: 'md:aspect-[5/2] print:aspect-[2/1]',
  2: 'md:aspect-[8/3] md:grid-cols-2 print:aspect-[8/3] print:grid-cols-2',
  3: 'md:aspect-[5/2] md:grid-cols-[2fr_1fr] md:grid-rows-2 print:aspect-[2/1] print:grid-cols-[2fr_1fr] print:grid-rows-2',
  4: 'md:aspect-[5/2] md:grid-cols-[2fr_1fr] md:grid-rows-3 print:aspect-[2/1] print:grid-cols-[2fr_1fr] print:grid-rows-3',
};

export interface PictureTilesProps {
  title: string;
  /** At least one. */
  pictures: readonly PropertyPicture[];
  /** Whether these are the photos at the top of the page. The first of them is the main picture. */
  isMain: boolean;
}

/**
 * Up to four pictures, with a grid and a lightbox of all pictures. Without JavaScript, each tile links
 * to its picture.
 */
export function PictureTiles({ title, pictures, isMain }: PictureTilesProps) {
  const tiles = pictures.slice(0, MAX_TILES);
  const strip = useRef<HTMLUListElement>(null);
  const [openView, setOpenView] = useState<'grid' | 'lightbox' | null>(null);
  /** The tile that was pressed; later, the picture picked from the grid or last viewed. */
  const [index, setIndex] = useState(0);
  const lightbox = useDeferredComponent(loadLightbox, 'The pictures');
  const grid = useDeferredComponent(loadGrid, 'The pictures');
  const opener = useRef<HTMLElement | null>(null);
  /** The picture last viewed in the lightbox. */
  const lastViewed = useRef(0);
  const wasOpenedFromGrid = useRef(false);
  /**
   * The picture picked from the grid, until the grid has closed. The lightbox opens only then: if
   * both were open, each would hide the other from screen readers.
   */
  const pickedPosition = useRef<number | null>(null);
  const isHydrated = useHydrated();

  async function open(event: MouseEvent<HTMLAnchorElement>, position: number) {
    // Let the browser open the picture in a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    opener.current = event.currentTarget;
    wasOpenedFromGrid.current = opensGrid(position);
    setIndex(position);
    if (!wasOpenedFromGrid.current) return openLightbox(position);
    if (!(await grid.fetch())) return;
    setIndex(0);
    setOpenView('grid');
  }
  async function openLightbox(position: number) {
    lastViewed.current = position;
    if (!(await lightbox.fetch())) return;
    setIndex(position);
    setOpenView('lightbox');
  }
  async function pick(position: number) {
    if (!(await lightbox.fetch())) return;
    pickedPosition.current = position;
    setOpenView(null);
  }
  function closeLightbox() {
    setIndex(lastViewed.current);
    setOpenView(wasOpenedFromGrid.current ? 'grid' : null);
  }
  const preload = (position: number) =>
    void (opensGrid(position) ? loadGrid() : loadLightbox()).catch(() => undefined);
  const texts = pictures.map(
    (picture, position) =>
      picture.text ?? `${title}, ${nounOf(picture)} ${position + 1} of ${pictures.length}`,
  );
  const isLoading = lightbox.isLoading || grid.isLoading;

  return (
    <div className="relative">
      <ul
        ref={strip}
        className={cx(
          'flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] md:grid md:gap-2 md:overflow-hidden md:rounded-md print:grid print:gap-2 print:overflow-hidden',
          GRID_CLASS[tiles.length],
        )}
      >
        {tiles.map((picture, position) => (
          <li
            key={picture.path}
            className={cx(
              'relative w-full shrink-0 snap-center md:min-h-0 print:min-h-0',
              position === 0 && tiles.length > 2 && 'md:row-span-full print:row-span-full',
            )}
          >
            <a
              href={picture.path}
              {...(isHydrated ? { role: 'button', 'aria-haspopup': 'dialog' } : {})}
              aria-busy={(isLoading && index === position) || undefined}
              onClick={(event) => void open(event, position)}
              onKeyDown={pressOnSpace}
              onPointerEnter={() => preload(position)}
              onFocus={() => preload(position)}
              className="group block size-full focus-visible:-outline-offset-4"
            >
              <TilePicture
                picture={picture}
                isMain={isMain && position === 0}
                alt={texts[position] ?? ''}
              />
              {opensGrid(position) && (
                <span className="absolute inset-0 flex items-center justify-center bg-veil text-lg font-semibold text-on-veil print:hidden">
                  View All
                </span>
              )}
              {isLoading && index === position && (
                <span className="absolute inset-0 flex items-center justify-center bg-veil text-on-veil">
                  <SpinnerIcon className="size-10" />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {tiles.length > 1 && <StripCounter strip={strip} total={pictures.length} />}
      {lightbox.Component !== null && (
        <lightbox.Component
          title={title}
          pictures={pictures}
          texts={texts}
          index={openView === 'lightbox' ? index : null}
          onView={(position) => {
            lastViewed.current = position;
          }}
          onClose={closeLightbox}
          onClosed={() => {
            if (!wasOpenedFromGrid.current) opener.current?.focus();
          }}
        />
      )}
      {grid.Component !== null && (
        <grid.Component
          heading={isMain ? 'All photos' : 'All floor plans'}
          description={title}
          pictures={pictures}
          texts={texts}
          isOpen={openView === 'grid'}
          initialIndex={index}
          returnFocusTo={() => (pickedPosition.current === null ? opener.current : false)}
          onPick={(position) => void pick(position)}
          onClose={() => setOpenView(null)}
          onClosed={() => {
            if (pickedPosition.current !== null) void openLightbox(pickedPosition.current);
            pickedPosition.current = null;
          }}
        />
      )}
    </div>
  );
}

/** Returns whether a tile opens the grid of all pictures. */
const opensGrid = (position: number) => position === MAX_TILES - 1;

const nounOf = ({ kind }: PropertyPicture) => (kind === 'photo' ? 'picture' : 'floor plan');

/** Makes Space press a link that is announced as a button. */
function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

interface TilePictureProps {
  picture: PropertyPicture;
  isMain: boolean;
  alt: string;
}

function TilePicture({ picture, isMain, alt }: TilePictureProps) {
  return (
    <Picture
      {...imageSources(picture.path, picture.width)}
      sizes={
        isMain
          ? '(min-width: 1360px) 850px, (min-width: 768px) 62vw, 100vw'
          : '(min-width: 1360px) 425px, (min-width: 768px) 31vw, 100vw'
      }
      alt={alt}
      placeholder={picture.placeholder}
      priority={isMain}
      shape="max-md:aspect-[4/3] max-md:[@media(max-height:44rem)]:aspect-[3/2] md:size-full print:aspect-auto print:size-full"
      imageClassName={cx(
        'transition-opacity duration-200 group-hover:opacity-92',
        // A floor plan is not cropped, so its background hides the placeholder in the empty space.
        picture.kind === 'floor_plan' && 'bg-surface object-contain!',
      )}
      {...(isMain ? { style: { viewTransitionName: PICTURE_TRANSITION } } : {})}
    />
  );
}

/** The number of the visible picture and the total, on phones. */
function StripCounter({
  strip,
  total,
}: {
  strip: RefObject<HTMLUListElement | null>;
  total: number;
}) {
  const [position, setPosition] = useState(1);
  const watch = (element: HTMLElement | null) => {
    const list = strip.current;
    if (element === null || list === null) return;
    const update = () => setPosition(Math.round(list.scrollLeft / list.clientWidth) + 1);
    list.addEventListener('scroll', update, { passive: true });
    // The user may have swiped before hydration. Reading in a frame avoids a forced layout.
    const frame = requestAnimationFrame(update);
    return () => {
      cancelAnimationFrame(frame);
      list.removeEventListener('scroll', update);
    };
  };
  return (
    <span
      ref={watch}
      aria-hidden="true"
      className="figures pointer-events-none absolute right-3 bottom-3 rounded-full bg-veil-deep px-3 py-1 text-sm text-on-veil md:hidden print:hidden"
    >
      {position} / {total}
    </span>
  );
}
