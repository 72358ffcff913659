import Heart from 'lucide-react/icons/heart';
import { Button } from '../actions/button.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { Field } from '../fields/field.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { Input } from '../fields/input.tsx';
import { LinkButton } from '../actions/link-button.tsx';
import { Select } from '../fields/select.tsx';
import { Switch } from '../fields/switch.tsx';
import { Textarea } from '../fields/textarea.tsx';
import { Tooltips } from '../overlays/tooltip.tsx';
import { Specimen } from './specimen.tsx';

const OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'House', label: 'House' },
];

/** Buttons, fields, checkboxes, and switches. */
export function ControlSpecimens() {
  return (
    <>
      <Specimen name="Button, LinkButton, IconButton, Tooltips">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <div key={variant} className="flex flex-col items-start gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="sm">
              small
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} busy busyLabel="Saving...">
              busy
            </Button>
          </div>
        ))}
        <LinkButton href="/">link</LinkButton>
        <IconButton label="Save" icon={<Heart aria-hidden="true" className="size-5" />} />
        <Tooltips>
          <Button variant="secondary" data-tooltip="A short hint">
            Tooltip
          </Button>
        </Tooltips>
      </Specimen>
      <Specimen name="Field, Input, Select, Textarea">
        <Field label="Empty" hint="A hint." className="w-64">
          {(control) => <Input {...control} placeholder="Placeholder" />}
        </Field>
        <Field
          label="With an error"
          error="Title must be at least 5 characters long."
          className="w-64"
        >
          {(control) => <Input {...control} defaultValue="Loft" />}
        </Field>
        <Field label="Disabled" className="w-64">
          {(control) => <Input {...control} disabled defaultValue="Read only" />}
        </Field>
        <Field label="Select" className="w-64">
          {(control) => <Select {...control} options={OPTIONS} />}
        </Field>
        <Field label="Textarea" className="w-64">
          {(control) => <Textarea {...control} />}
        </Field>
      </Specimen>
      <Specimen name="Checkbox, Switch">
        <Checkbox label="Off" />
        <Checkbox label="On" defaultChecked />
        <Switch label="Availability" stateLabel="Active" defaultChecked />
        <Switch label="Availability" stateLabel="Sold" />
        <Switch label="Availability" stateLabel="Disabled" disabled />
      </Specimen>
    </>
  );
}
