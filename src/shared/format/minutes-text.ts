/** Formats a duration: `12 min`, `1 h 36 min`, `2 d 4 h`. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  if (whole < 24 * 60) return `${Math.floor(whole / 60)} h ${whole % 60} min`;
  return `${Math.floor(whole / (24 * 60))} d ${Math.floor((whole % (24 * 60)) / 60)} h`;
}
