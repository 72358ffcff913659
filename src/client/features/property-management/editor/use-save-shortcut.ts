import { useLayoutEffect, type RefObject } from 'react';

/** Submits a form on Ctrl/Cmd+S or Ctrl/Cmd+Enter. */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut =
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        (event.key === 'Enter' || event.key.toLowerCase() === 's');
      if (!isShortcut) return;
      event.preventDefault();
      // Dialogs handle the keys themselves.
      if (!event.repeat && document.querySelector('[role$="dialog"]:not([data-closed])') === null) {
        form.current?.requestSubmit();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [form]);
}
