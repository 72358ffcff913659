/** The style of a step in the setup checklist. */
export const setupStepClass = 'touch-target inline-flex items-center underline underline-offset-4';
