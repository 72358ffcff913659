/** The layout shared by the charts and their skeletons, to avoid layout shifts. */

export const chartGridClass = 'grid gap-4 lg:grid-cols-[3fr_2fr] lg:gap-5';
export const chartHeightClass = 'h-60';
