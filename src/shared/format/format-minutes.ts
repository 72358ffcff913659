/** Formats a duration: `12 min`, `1 h 36 min`, `2 d 4 h`. */
export function formatMinutes(minutes: number): string {
  const rounded = Math.round(minutes);
  if (rounded < 60) return `${rounded} min`;
  if (rounded < 24 * 60) return `${Math.floor(rounded / 60)} h ${rounded % 60} min`;
  return `${Math.floor(rounded / (24 * 60))} d ${Math.floor((rounded % (24 * 60)) / 60)} h`;
}
