import { afterEach, expect, it, vi } from 'vitest';
import {
  clearToasts,
  pauseToasts,
  showToast,
  TOAST_DURATION_MS,
  toastStore,
} from './toast-store.ts';

const texts = () => toastStore.getSnapshot().map(({ text }) => text);

afterEach(() => {
  vi.useRealTimers();
});

it('dismisses a toast after a delay, except while toasts are hovered or focused', () => {
  vi.useFakeTimers();
  showToast({ tone: 'info', text: 'One' });
  vi.advanceTimersByTime(TOAST_DURATION_MS);
  expect(texts()).toEqual([]);
  showToast({ tone: 'info', text: 'Two' });
  pauseToasts(true);
  vi.advanceTimersByTime(TOAST_DURATION_MS * 3);
  expect(texts()).toEqual(['Two']);
  pauseToasts(false);
  expect(texts()).toEqual([]);
});

it('dismisses all toasts', () => {
  for (const text of ['One', 'Two']) showToast({ tone: 'info', text });
  clearToasts();
  expect(texts()).toEqual([]);
});

it('shows a repeated message once', () => {
  const dismiss = showToast({ tone: 'info', text: 'Again' });
  showToast({ tone: 'info', text: 'Again' })();
  expect(texts()).toEqual([]);
  dismiss();
});
