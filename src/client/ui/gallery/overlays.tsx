import { useState } from 'react';
import { AlertDialog } from '../overlays/alert-dialog.tsx';
import { Button } from '../actions/button.tsx';
import { buttonClass } from '../actions/button-class.ts';
import { Dialog, DialogClose } from '../overlays/dialog.tsx';
import { Drawer } from '../overlays/drawer.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../overlays/menu.tsx';
import { showToast } from '../notices/toast-store.ts';
import { Specimen } from './specimen.tsx';

/** Dialogs, drawers, menus, and toasts. */
export function OverlaySpecimens() {
  const [isOpen, setIsOpen] = useState(false);
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
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Alert dialog
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Delete Message"
        description="Are you sure you want to delete this message? This action is permanent."
        confirmLabel="Confirm Delete"
        onConfirm={() => setIsOpen(false)}
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
        heading="Ada Example"
      >
        <MenuLink href="/">A link</MenuLink>
        <MenuSeparator />
        <MenuItem onSelect={() => showToast({ tone: 'info', text: 'Selected.' })}>
          An action
        </MenuItem>
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
