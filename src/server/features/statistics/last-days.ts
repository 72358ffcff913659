/// <reference lib="esnext.temporal" />

/** A calendar day of some time zone: its date, and the instants at which it begins and the next one does. */
export type Day = { date: string; from: Date; to: Date };

/**
 * Today and the days before it, oldest first. A day on which clocks change has 23 or 25 hours.
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
