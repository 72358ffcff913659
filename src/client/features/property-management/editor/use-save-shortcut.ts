import { useLayoutEffect, type RefObject } from 'react';

/** Sends a form on Control (or Command) with S or Enter, from anywhere in it. */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isShortcut =
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        (event.key === 'Enter' || event.key.toLowerCase() === 's');
      if (!isShortcut) return;
      event.preventDefault();
      // A dialog over the form handles the keys itself.
      if (!event.repeat && document.querySelector('[role$="dialog"]:not([data-closed])') === null) {
        form.current?.requestSubmit();
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [form]);
}
