import { ControlSpecimens } from '../../ui/gallery/controls.tsx';
import { DisplaySpecimens } from '../../ui/gallery/displays.tsx';
import { OverlaySpecimens } from '../../ui/gallery/overlays.tsx';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { privateMeta } from '../../seo/page-meta.ts';
import stylesheet from '../../styles/dashboard.css?url';

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

export const meta = () => privateMeta('UI components', []);

/** Every UI component in its states, for development. Served by `npm run dev` only. */
export default function UiGalleryPage() {
  return (
    <>
      <PageHeader
        title="UI components"
        text="Every component of client/ui in all its states. Switch the color theme at the bottom."
      />
      <div className="column pb-20">
        <ControlSpecimens />
        <DisplaySpecimens />
        <OverlaySpecimens />
      </div>
    </>
  );
}
