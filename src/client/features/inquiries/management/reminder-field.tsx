import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import { formatDateTime } from '#shared/format/dates.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { useChangeInquiry } from '../inquiry-queries.ts';
import { daysFrom, fromLocalInput, toLocalInput } from './reminder-times.ts';

const CHOICES = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'Next week', days: 7 },
] as const;

/** Makes the keyboard shortcut focus an element instead of pressing it. */
const FOCUSED_BY_KEY = { 'data-key': 'h', 'data-key-focus': '' };

/** The agent's reminder for the inquiry. */
export function ReminderField(inquiry: { id: string; remindAt: string | null }) {
  const change = useChangeInquiry(inquiry.id);
  const { remindAt } = change.withPending(inquiry);
  const set = (time: string | null) => change.mutate({ remindAt: time });
  const wasPressed = useRef(false);
  const press = (time: string | null) => {
    wasPressed.current = true;
    set(time);
  };
  // The pressed button is removed, so focus its replacement.
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    if (button === null || !wasPressed.current) return;
    wasPressed.current = false;
    button.focus();
  }, []);
  const typed = useRef('');
  const saveTyped = () => {
    const time = fromLocalInput(typed.current);
    typed.current = '';
    if (time !== null && time !== remindAt) set(time);
  };
  const saveOnRemoval = useEffectEvent(saveTyped);
  // A focused field that is removed gets no blur event.
  useEffect(() => () => saveOnRemoval(), []);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Reminder</legend>
      {remindAt === null ? (
        <div className="flex flex-wrap gap-1.5">
          {CHOICES.map(({ label, days }, index) => (
            <Button
              key={label}
              variant="secondary"
              size="sm"
              {...(index === 0 ? { ...FOCUSED_BY_KEY, ref: takeFocus } : {})}
              onClick={() => press(daysFrom(new Date(), days).toISOString())}
            >
              {label}
            </Button>
          ))}
        </div>
      ) : (
        <div className="flex items-center justify-between gap-2">
          <p className="flex items-center gap-2 text-sm">
            <AlarmClock aria-hidden="true" className="size-4 text-clay" />
            {formatDateTime(remindAt)}
          </p>
          <Button
            variant="quiet"
            size="sm"
            ref={takeFocus}
            {...FOCUSED_BY_KEY}
            onClick={() => press(null)}
          >
            Clear
          </Button>
        </div>
      )}
      <Field
        label="Remind me at"
        labelHidden
        className="mt-2"
        error={change.isError ? change.error.message : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            key={remindAt}
            defaultValue={remindAt === null ? '' : toLocalInput(remindAt)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
            onChange={(event) => (typed.current = event.target.value)}
            onBlur={saveTyped}
          />
        )}
      </Field>
    </fieldset>
  );
}
