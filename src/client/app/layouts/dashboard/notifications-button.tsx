import Bell from 'lucide-react/icons/bell';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';

/** The header's bell. Nothing rings it (spec section 2, Dashboard layout), and it says so. */
export function NotificationsButton() {
  return (
    <Popover
      title="Notifications"
      trigger={
        <IconButton label="Notifications" icon={<Bell aria-hidden="true" className="size-5" />} />
      }
    >
      Nothing new.
    </Popover>
  );
}
