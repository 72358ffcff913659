import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { type CalendarEntry, writeCalendar } from './calendar-serializer.ts';

const ENTRY: CalendarEntry = {
  uid: '7f9c2ba4-e88f-4d27-8f0c-7f1c1f0d7a11',
  sequence: 3,
  start: new Date('2026-03-08T19:00:00Z'),
  end: new Date('2026-03-08T19:45:00Z'),
  summary: 'Tour: Lake, view; "bright" rooms\nand more',
  location: '12 Elm Street, Austin, TX 78704',
  description: `First line\nsecond, line; with \\ and ${'a very long text '.repeat(20)}`,
  url: 'https://homes.example.org/property/1',
  status: 'CONFIRMED',
  organizer: { name: 'Ana "A" Agent; Doe', email: 'ana@example.org' },
  attendee: { name: 'Zoë "Z", Visitor', email: 'zoe@example.org' },
  changedAt: new Date('2026-03-01T12:00:00Z'),
};

const parse = (text: string) => new ICAL.Component(ICAL.parse(text) as never);

test('an independent parser can read an invitation', async () => {
  const text = await writeCalendar([ENTRY], { method: 'REQUEST' });
  const calendar = parse(text);
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  const component = calendar.getFirstSubcomponent('vevent')!;
  const event = new ICAL.Event(component);
  expect(event.uid).toBe(ENTRY.uid);
  expect(event.sequence).toBe(3);
  expect(event.startDate.toJSDate()).toEqual(ENTRY.start);
  expect(event.endDate.toJSDate()).toEqual(ENTRY.end);
  expect(event.summary).toBe('Tour: Lake, view; "bright" rooms and more');
  expect(event.location).toBe(ENTRY.location);
  expect(event.description).toBe(ENTRY.description);
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(component.getFirstPropertyValue('organizer')).toBe('mailto:ana@example.org');
  expect(event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase())).toEqual(
    ['mailto:zoe@example.org'],
  );
  expect(event.attendees[0]?.getParameter('cn')).toBe("Zoë 'Z', Visitor");
  expect(event.startDate.zone.tzid).toBe('UTC');
});

test('every line is at most 75 bytes long and ends with CRLF', async () => {
  const text = await writeCalendar([ENTRY], { method: 'REQUEST' });
  const lines = text.split('\r\n');
  expect(lines.filter((line) => line.includes('\n') || Buffer.byteLength(line) > 75)).toEqual([]);
});

test('a feed has a name, several entries, and no attendee', async () => {
  const { attendee: _attendee, ...entry } = ENTRY;
  const text = await writeCalendar([entry, { ...entry, uid: 'other' }], {
    method: 'PUBLISH',
    name: 'Open houses',
    refreshMinutes: 60,
  });
  const calendar = parse(text);
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Open houses');
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  expect(events.map(({ uid }) => uid)).toEqual([ENTRY.uid, 'other']);
  expect(events.flatMap(({ attendees }) => attendees)).toEqual([]);
});

test('a person without a displayable name is shown with their email address', async () => {
  const name = '\u0007\u0007';
  const entry = {
    ...ENTRY,
    organizer: { name, email: 'ana@example.org' },
    attendee: { name, email: 'zoe@example.org' },
  };
  const calendar = parse(await writeCalendar([entry], { method: 'REQUEST' }));
  const event = calendar.getFirstSubcomponent('vevent');
  expect(event?.getFirstProperty('organizer')?.getParameter('cn')).toBe('ana@example.org');
  expect(event?.getFirstProperty('organizer')?.getFirstValue()).toBe('mailto:ana@example.org');
  const attendee = event?.getFirstProperty('attendee');
  expect(String(attendee?.getFirstValue()).toLowerCase()).toBe('mailto:zoe@example.org');
});
