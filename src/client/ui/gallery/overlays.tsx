import { useState } from 'react';
import { AlertDialog } from '../overlays/alert-dialog.tsx';
import { Button } from '../actions/button.tsx';
import { buttonClass } from '../actions/button-class.ts';
import { Dialog, DialogClose } from '../overlays/dialog.tsx';
import { Drawer } from '../overlays/drawer.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../overlays/menu.tsx';
import { showToast } from '../notices/toast-store.ts';
import { Specimen } from './specimen.tsx';

/** Overlays. */
export function OverlaySpecimens() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Specimen name="Dialog, AlertDialog, Drawer, Menu, Toast">
      <Dialog
        title="A dialog"
        description="Its description."
        trigger={<Button variant="secondary">Dialog</Button>}
        actions={<DialogClose render={<Button variant="secondary">Cancel</Button>} />}
      >
        Its content.
      </Dialog>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Alert dialog
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete Message"
        description="Are you sure you want to delete this message? This action is permanent."
        confirmLabel="Confirm Delete"
        onConfirm={() => setAsking(false)}
      />
      {(['bottom', 'left', 'right'] as const).map((side) => (
        <Drawer
          key={side}
          side={side}
          title={`From the ${side}`}
          trigger={<Button variant="secondary">{`Drawer, ${side}`}</Button>}
        >
          Its content.
        </Drawer>
      ))}
      <Menu
        align="start"
        label="Menu"
        buttonClassName={buttonClass('secondary', 'md')}
        heading="Who it is for"
      >
        <MenuLink href="/">A link</MenuLink>
        <MenuSeparator />
        <MenuItem onSelect={() => showToast({ tone: 'info', text: 'Chosen.' })}>An action</MenuItem>
      </Menu>
      {(['info', 'success', 'error'] as const).map((tone) => (
        <Button
          key={tone}
          variant="secondary"
          onClick={() =>
            showToast({
              tone,
              text: `A toast: ${tone}.`,
              action: { label: 'Undo', onSelect: () => undefined },
            })
          }
        >
          {`Toast, ${tone}`}
        </Button>
      ))}
    </Specimen>
  );
}
