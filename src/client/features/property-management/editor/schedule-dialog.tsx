import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** Asks when to publish a listing. */
export function ScheduleDialog({ onSchedule }: { onSchedule: (publishAt: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const schedule = () => {
    // Interpreted in the device's time zone.
    const time = new Date(text);
    if (Number.isNaN(time.getTime())) {
      setError('Choose a date and time.');
      return;
    }
    setIsOpen(false);
    onSchedule(time.toISOString());
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      width="sm"
      title="Schedule listing"
      description="It will be published at this time in your time zone."
      trigger={
        <Button variant="secondary" className="max-sm:flex-1">
          Schedule...
        </Button>
      }
      actions={<Button onClick={schedule}>Schedule</Button>}
    >
      <Field label="Publish at" error={error}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
