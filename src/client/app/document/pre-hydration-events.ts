/**
 * Records input before hydration (typed text, choices, and the last pressed button) and replays it
 * afterward so that no input is lost and no form with a password is submitted as a URL.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface PreHydrationEvents {
  /** The fields that were filled in, with their last values. */
  fields: Map<Field, string | boolean>;
  /** The button pressed last, or the form submitted without one. */
  pressed: HTMLElement | null;
  /** Stops recording. */
  stop: () => void;
}

declare global {
  var preHydrationEvents: PreHydrationEvents | undefined;
}

/**
 * Runs in the head. Ignores links and forms with an `action`, which work without scripts.
 */
export const PRE_HYDRATION_SCRIPT = `(function(){var types=['input','change','click','submit'];
var recorded=window.preHydrationEvents={fields:new Map(),pressed:null,stop:function(){types.forEach(function(k){document.removeEventListener(k,record,true)});delete window.preHydrationEvents}};
function record(e){var t=e.target;
if(e.type==='submit'){if(t.hasAttribute('action'))return;e.preventDefault();recorded.pressed=e.submitter||t}
else if(e.type==='click'){var b=t.closest('button');if(b&&b.type==='button')recorded.pressed=b}
else recorded.fields.set(t,t.type==='checkbox'||t.type==='radio'?t.checked:t.value)}
types.forEach(function(k){document.addEventListener(k,record,true)})})()`;

/** Replays the recorded input once. Skips elements that are no longer in the document. */
export function replayPreHydrationEvents(): void {
  const recorded = globalThis.preHydrationEvents;
  if (recorded === undefined) return;
  recorded.stop();
  for (const [field, value] of recorded.fields) if (field.isConnected) fill(field, value);
  const { pressed } = recorded;
  if (pressed === null || !pressed.isConnected) return;
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed.click();
}

/** Fills in a field as a user would. */
function fill(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (field instanceof HTMLInputElement && field.checked !== value) field.click();
    return;
  }
  // React ignores an event if the value is the one that it last saw. Clear the field first to force
  // a change.
  if (!(field instanceof HTMLSelectElement)) change(field, '');
  change(field, value);
}

function change(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as Field;
  // React overrides the field's own property. The prototype's setter bypasses it.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  const isSelect = field instanceof HTMLSelectElement;
  field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
}
