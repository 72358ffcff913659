import { accentContrast } from '#shared/accent.ts';
import { accentAttributes } from '../../../ui/accent-attributes.ts';
import { cx } from '../../../ui/class-names.ts';
import { LogoMark } from '../../../ui/pictures/logo.tsx';
import { DOOR_SCENE } from '../../../ui/pictures/scenes.ts';
import { useSiteForm } from './site-form.ts';
import './site-preview.css';

/** A preview of header, hero, and footer in the light and dark themes. */
export function SitePreview() {
  return (
    <section
      aria-label="Preview"
      className="site-preview-themes grid grid-cols-1 gap-4 sm:grid-cols-2"
    >
      <ThemePreview scheme="light" />
      <ThemePreview scheme="dark" />
    </section>
  );
}

function ThemePreview({ scheme }: { scheme: 'light' | 'dark' }) {
  const { draft, pictures } = useSiteForm();
  const { hero, contact } = draft;
  const accent = draft.accent !== null && isAccent(draft.accent) ? draft.accent : null;
  const { style, ...attributes } = accentAttributes(
    accent === null ? null : { color: accent, text: accentContrast(accent).text },
  );
  const logo = pictures['logo']?.url ?? draft.logo;
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm font-semibold">
        {scheme === 'light' ? 'Light' : 'Dark'}
      </figcaption>
      <div
        {...attributes}
        style={style}
        // The preview is not interactive.
        inert
        className={cx(
          'overflow-hidden rounded-md border border-line-strong bg-paper text-sm text-ink',
          scheme === 'light' ? 'preview-light' : 'preview-dark',
        )}
      >
        <div className="flex items-center justify-between gap-3 border-b border-line px-3 py-2">
          <span className="flex min-w-0 items-center gap-2">
            {logo === null ? (
              <LogoMark className="size-5 shrink-0 text-brand" />
            ) : (
              <img src={logo} alt="" className="h-5 max-w-24 object-contain" />
            )}
            <span className="display truncate text-lg">{draft.name}</span>
          </span>
          <span className="rounded-sm bg-brand px-2.5 py-1 font-semibold text-on-brand">
            Register
          </span>
        </div>
        <div className="grid grid-cols-[3fr_2fr] items-center gap-3 px-3 py-4">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="eyebrow line-clamp-2">{hero.eyebrow}</p>
            <p className="display mt-1 line-clamp-4 text-lg leading-snug">{hero.heading}</p>
            <p className="mt-2 line-clamp-3 text-ink-soft">{hero.text}</p>
            <p className="mt-2 text-brand underline underline-offset-4">All homes for sale</p>
          </div>
          <img
            src={pictures['heroImage']?.url ?? hero.image ?? DOOR_SCENE.src}
            alt=""
            className="arch aspect-[8/9] w-full object-cover"
          />
        </div>
        <div className="border-t border-line bg-sunken px-3 py-3 text-ink-soft [overflow-wrap:anywhere]">
          <p className="line-clamp-3">{draft.tagline}</p>
          <p className="mt-2">
            © {(contact.company || draft.name).replace(/\.$/, '')}. All rights reserved.
          </p>
        </div>
      </div>
    </figure>
  );
}

const isAccent = (text: string) => /^#[0-9a-f]{6}$/.test(text) && accentContrast(text).isSufficient;
