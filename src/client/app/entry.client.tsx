import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { beforeHydration } from '../ui/timing/before-hydration.ts';
import { isSkippedTransition } from './document/skipped-transition.ts';

// A user who goes on before a page has faded in cuts its transition short, which the router means to happen and the
// browser reports as an error that nobody handled.
addEventListener('unhandledrejection', (event) => {
  if (isSkippedTransition(event.reason)) event.preventDefault();
});

async function takeOver(): Promise<void> {
  await beforeHydration();
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
}
void takeOver();
