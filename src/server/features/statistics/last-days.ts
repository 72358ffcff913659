/// <reference lib="esnext.temporal" />

/** A calendar day in a time zone: its date, its start, and the start of the next day. */
export type Day = { date: string; from: Date; to: Date };

/**
 * Returns the last days including today, oldest first. A day with a clock change usually has 23 or
 * 25 hours.
 *
 * @param timeZone an IANA name
 */
export function lastDays(count: number, now: Date, timeZone: string): Day[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const startOf = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  return Array.from({ length: count }, (_, index) => {
    const day = today.subtract({ days: count - 1 - index });
    return { date: day.toString(), from: startOf(day), to: startOf(day.add({ days: 1 })) };
  });
}
