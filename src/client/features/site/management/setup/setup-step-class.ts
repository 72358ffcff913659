/** The look of a step of the setup checklist, which leads to where it is done. */
export const setupStepClass = 'touch-target inline-flex items-center underline underline-offset-4';
