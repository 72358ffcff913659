import { SiteSettings } from '../../../features/site/management/site-settings.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { AdminOnly } from '../../../session/admin-only.tsx';
import accentStylesheet from '../../../styles/accent.css?url';
import type { Route } from './+types/site-settings';

const TITLE = 'Site Settings';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function SiteSettingsPage() {
  return (
    <AdminOnly title={TITLE}>
      {/* With a precedence, React keeps the stylesheet in the document's head for later pages. */}
      <link rel="stylesheet" href={accentStylesheet} precedence="default" />
      <SiteSettings />
    </AdminOnly>
  );
}
