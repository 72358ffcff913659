import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TourHours, TourHoursChange } from '#shared/schemas/tours/tour.ts';
import {
  MAX_TOUR_DAYS_AHEAD,
  MAX_TOUR_NOTICE_HOURS,
  TOUR_SLOT_MINUTES,
} from '#shared/tour-limits.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { timeZonesWith } from '../../../forms/time-zones.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { mergeWeekly } from './merge-weekly.ts';
import { WeeklyFields } from './weekly-fields.tsx';

const MODES = [
  { value: 'instant', label: 'Book it automatically' },
  { value: 'request', label: 'Ask me first' },
];

/** The form for an agent's tour hours and booking rules, such as the tour length. */
export function HoursForm({ saved }: { saved: TourHours }) {
  const queryClient = useQueryClient();
  // Until hours are first saved, tours are off, and the browser's time zone replaces the server's
  // default.
  const [changes, setChanges] = useState<Partial<TourHours>>(() =>
    saved.isEnabled || saved.timeZone !== 'UTC' ? {} : { timeZone: browserZone() },
  );
  // The hours to compare the user's edits with. `saved` is unsuitable: a refetch during an edit, such
  // as after a reconnect, changes it, and days removed on another device would look newly added.
  const [weeklyBeforeEdit, setWeeklyBeforeEdit] = useState(saved.weekly);
  const hours = { ...saved, ...changes };
  const change = (part: Partial<TourHours>) => setChanges((before) => ({ ...before, ...part }));
  const changeWeekly = (weekly: TourHours['weekly']) => {
    if (changes.weekly === undefined) setWeeklyBeforeEdit(saved.weekly);
    change({ weekly });
  };
  // Sending unchanged values would revert changes made on other devices.
  const save = useApiMutation(
    async (api, { weekly, ...others }: TourHoursChange) => {
      if (weekly === undefined) return api.call('PUT /tour-hours', { json: others });
      const current = await api.call('GET /tour-hours', {});
      const merged = mergeWeekly(weeklyBeforeEdit, weekly, current.weekly);
      return api.call('PUT /tour-hours', { json: { ...others, weekly: merged } });
    },
    {
      onSuccess: (response, sent) => {
        setChanges((current) => (current === sent ? {} : current));
        queryClient.setQueryData(apiQuery('GET /tour-hours', {}).queryKey, response);
        showToast({ tone: 'success', text: 'Hours saved.' });
      },
    },
  );
  return (
    <form
      noValidate
      className="grid max-w-2xl grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(changes);
      }}
    >
      <Switch
        label="Visitors can book tours"
        stateLabel={hours.isEnabled ? 'Visitors can book tours' : 'Visitors can’t book tours'}
        checked={hours.isEnabled}
        onChange={(event) => change({ isEnabled: event.target.checked })}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label="When someone requests a time">
          {(control) => (
            <Select
              {...control}
              options={MODES}
              value={hours.mode}
              onChange={(event) => change({ mode: event.target.value as TourHours['mode'] })}
            />
          )}
        </Field>
        <Field label="Tour length">
          {(control) => (
            <Select
              {...control}
              options={TOUR_SLOT_MINUTES.map((minutes) => ({
                value: String(minutes),
                label: `${minutes} minutes`,
              }))}
              value={String(hours.slotMinutes)}
              onChange={(event) =>
                change({ slotMinutes: Number(event.target.value) as TourHours['slotMinutes'] })
              }
            />
          )}
        </Field>
        <NumberField
          label="Minimum notice (hours)"
          hint="How far ahead a tour must be booked."
          maximum={MAX_TOUR_NOTICE_HOURS}
          value={hours.noticeHours}
          onValueChange={(noticeHours) => change({ noticeHours })}
        />
        <NumberField
          label="Booking window (days)"
          hint="Starting today."
          maximum={MAX_TOUR_DAYS_AHEAD}
          value={hours.daysAhead}
          onValueChange={(daysAhead) => change({ daysAhead })}
        />
        <Field label="Time zone" className="sm:col-span-2">
          {(control) => (
            <Select
              {...control}
              options={timeZonesWith(hours.timeZone).map((zone) => ({
                value: zone,
                label: zone.replaceAll('_', ' '),
              }))}
              value={hours.timeZone}
              onChange={(event) => change({ timeZone: event.target.value })}
            />
          )}
        </Field>
      </div>
      <WeeklyFields weekly={hours.weekly} onChange={changeWeekly} />
      {save.isError && (
        <Banner tone="error">{failureText(save.error, 'The hours could not be saved.')}</Banner>
      )}
      <div>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save hours
        </Button>
      </div>
    </form>
  );
}

function NumberField(props: {
  label: string;
  hint: string;
  maximum: number;
  value: number;
  onValueChange: (value: number) => void;
}) {
  const { label, hint, maximum, value, onValueChange } = props;
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min={0}
          max={maximum}
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onValueChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
}

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
