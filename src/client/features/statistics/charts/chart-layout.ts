/** The boxes of the charts, which their skeletons share, so that nothing moves when the charts are there. */

export const chartGridClass = 'grid gap-4 lg:grid-cols-[3fr_2fr] lg:gap-5';
export const chartHeightClass = 'h-60';
