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

/**
 * Clears the message after a booking, because it was meant for that home's agent. The contact
 * details stay for the next tour.
 */
export function finishTourDraft(): void {
  draft = { ...draft, message: '' };
}
