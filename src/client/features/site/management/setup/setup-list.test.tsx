import { expect, test } from 'vitest';
import { SETUP_STEPS, type SiteSetup } from '#shared/schemas/site.ts';
import { loaded, renderPage } from '../../../../app/pages/render-page.fixture.tsx';
import { SetupList } from './setup-list.tsx';
import { siteSetupQuery } from './setup-query.ts';

/** Renders the checklist with one step in the opposite state of all others; returns its items. */
function renderItems(isDone: boolean, otherStep: SiteSetup['steps'][number]['step']): string[] {
  const steps = SETUP_STEPS.map((step) => ({ step, isDone: (step !== otherStep) === isDone }));
  const html = renderPage(<SetupList />, {
    path: 'dashboard/overview',
    url: '/dashboard/overview',
    queries: [loaded(siteSetupQuery, { isDismissed: false, steps })],
  });
  return html.match(/<li.*?<\/li>/g) ?? [];
}

test('shows a link or a button for each step, completed or not', () => {
  for (const items of [renderItems(true, 'identity'), renderItems(false, 'identity')]) {
    expect(items).toHaveLength(SETUP_STEPS.length);
    for (const item of items) expect(item).toMatch(/<a [^>]*href="\/|<button /);
  }
});
