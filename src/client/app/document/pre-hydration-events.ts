/**
 * Records input made before hydration (typed text, choices, and the last pressed button) and replays it afterwards,
 * so that no input is lost and no form with a password is submitted as a URL.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface PreHydrationEvents {
  /** The fields that were filled in, with what they held last. */
  fields: Map<Field, string | boolean>;
  /** The button pressed last, or the form that was sent without one. */
  pressed: HTMLElement | null;
  /** Ends the notes. */
  stop: () => void;
}

declare global {
  var preHydrationEvents: PreHydrationEvents | undefined;
}

/**
 * Runs in the head. Links, and forms with a URL of their own, work without scripts and are left to the browser.
 * Free of anything that changes, as the theme's script is.
 */
export const EARLY_EVENTS_SCRIPT = `(function(){var kinds=['input','change','click','submit'];
var early=window.preHydrationEvents={fields:new Map(),pressed:null,stop:function(){kinds.forEach(function(k){document.removeEventListener(k,note,true)});delete window.preHydrationEvents}};
function note(e){var t=e.target;
if(e.type==='submit'){if(t.hasAttribute('action'))return;e.preventDefault();early.pressed=e.submitter||t}
else if(e.type==='click'){var b=t.closest('button');if(b&&b.type==='button')early.pressed=b}
else early.fields.set(t,t.type==='checkbox'||t.type==='radio'?t.checked:t.value)}
kinds.forEach(function(k){document.addEventListener(k,note,true)})})()`;

/** Does again what was noted, once; nothing when there is nothing, or no longer a page to do it on. */
export function replayPreHydrationEvents(): void {
  const early = globalThis.preHydrationEvents;
  if (early === undefined) return;
  early.stop();
  for (const [field, value] of early.fields) if (field.isConnected) fill(field, value);
  const { pressed } = early;
  if (pressed === null || !pressed.isConnected) return;
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed.click();
}

/** Fills a field in as a user would, whatever React believes it to hold. */
function fill(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (field instanceof HTMLInputElement && field.checked !== value) field.click();
    return;
  }
  // React ignores an event that leaves the value as React knows it; emptied first, it changes in any case.
  if (!(field instanceof HTMLSelectElement)) change(field, '');
  change(field, value);
}

function change(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as Field;
  // React watches the field's own property; the prototype's goes past it.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  const isSelect = field instanceof HTMLSelectElement;
  field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
}
