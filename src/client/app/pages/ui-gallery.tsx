import { ControlSpecimens } from '../../ui/gallery/controls.tsx';
import { DisplaySpecimens } from '../../ui/gallery/displays.tsx';
import { OverlaySpecimens } from '../../ui/gallery/overlays.tsx';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { privateMeta } from '../../seo/page-meta.ts';
import stylesheet from '../../styles/dashboard.css?url';

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

export const meta = () => privateMeta('UI components', []);

/** The main UI components in their states, for development. Served by `npm run dev` only. */
export default function UiGalleryPage() {
  return (
    <>
      <PageHeader
        title="UI components"
        text="The main components of client/ui in their states. Switch the color theme at the bottom."
      />
      <div className="column pb-20">
        <ControlSpecimens />
        <DisplaySpecimens />
        <OverlaySpecimens />
      </div>
    </>
  );
}
