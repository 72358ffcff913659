import { useLoaded } from '../../../ui/timing/use-loaded.ts';
import { whenIdle } from '../../../ui/timing/when-idle.ts';

const load = async () => {
  await new Promise<void>((resolve) => {
    whenIdle(resolve);
  });
  return (await import('../../../features/notifications/notification-bell.tsx')).NotificationBell;
};

/** The notification bell of signed-in users. Its script loads when the page is idle. */
export function LazyBell() {
  const { loaded: Bell } = useLoaded(load);
  return Bell === null ? <span aria-hidden="true" className="size-11" /> : <Bell />;
}
