import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { beforeHydration } from '../ui/timing/before-hydration.ts';
import { isSkippedTransition } from './document/skipped-transition.ts';

// Navigating during a view transition skips it. The browser then reports an unhandled rejection,
// which is expected.
addEventListener('unhandledrejection', (event) => {
  if (isSkippedTransition(event.reason)) event.preventDefault();
});

void beforeHydration().then(() => {
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
});
