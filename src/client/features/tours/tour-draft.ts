import type { TourVisitorForm } from '#shared/schemas/tours/tour.ts';
import { onSessionEnd } from '../../session/device-memory.ts';

const EMPTY: TourVisitorForm = { name: '', email: '', phone: '', message: '' };

let draft = EMPTY;
onSessionEnd(() => (draft = EMPTY));

/** Returns the draft of the tour form, which lasts until the page is reloaded or a session ends. */
export const readTourDraft = (): TourVisitorForm => draft;

export function saveTourDraft(values: TourVisitorForm): void {
  draft = { ...values };
}
