import { Outlet } from 'react-router';
import { DOOR_SCENE } from '../../ui/pictures/scenes.ts';
import { Picture } from '../../ui/pictures/picture.tsx';
import { HomeLink } from './home-link.tsx';
import { MAIN_ID } from './route-announcer.tsx';
import { SkipLink } from './skip-link.tsx';

/**
 * The layout of pages without site navigation, such as sign-in, password reset, invitations, and
 * email alert settings. Only large screens show the picture.
 */
export default function AccountLayout() {
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-2">
      <SkipLink />
      <div className="column flex flex-col py-6">
        <header>
          <HomeLink />
        </header>
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-12"
        >
          <Outlet />
        </main>
      </div>
      <aside className="relative max-lg:hidden">
        <Picture {...DOOR_SCENE} sizes="50vw" alt="" shape="" className="h-full" />
        <p className="display absolute inset-x-0 bottom-0 bg-veil p-12 text-xl text-on-veil">
          The right home is closer than you think.
        </p>
      </aside>
    </div>
  );
}
