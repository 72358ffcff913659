import Keyboard from 'lucide-react/icons/keyboard';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from '../../../session/session-store.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { entriesFor } from './dashboard-sidebar.tsx';
import { goToUnread, handleListKey, pressControlForKey } from './list-keys.ts';
import {
  areShortcutsEnabled,
  isAfterG,
  isTypingTarget,
  readShortcut,
  setShortcutsEnabled,
} from './shortcut-keys.ts';

/** The letters to press after `g`, by page in the sidebar. Some pages have none. */
const PAGE_LETTERS: Record<string, string> = {
  [pagePaths.overview()]: 'o',
  [pagePaths.myListings()]: 'l',
  [pagePaths.addListing()]: 'a',
  [pagePaths.manageUsers()]: 'u',
  [pagePaths.manageProperties()]: 'p',
  [pagePaths.messages()]: 'm',
  [pagePaths.manageInquiries()]: 'i',
  [pagePaths.reports()]: 'r',
  [pagePaths.toursDashboard()]: 't',
  [pagePaths.jobs()]: 'b',
  [pagePaths.auditLog()]: 'd',
  [pagePaths.reviews()]: 'v',
  [pagePaths.policies()]: 'y',
  [pagePaths.dataSources()]: 'e',
  [pagePaths.apiAndWebhooks()]: 'k',
  [pagePaths.siteSettings()]: 's',
};

/**
 * The dashboard's shortcuts and the dialog that lists them. Its button is for large screens, which
 * usually have a keyboard.
 */
export function KeyboardShortcuts({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(areShortcutsEnabled);
  const intro = useRef<HTMLParagraphElement>(null);
  const pressedG = useRef<number | null>(null);
  const pages = entriesFor(user).flatMap(({ label, href }) => {
    const letter = PAGE_LETTERS[href];
    return letter === undefined ? [] : [{ label, href, letter }];
  });

  // Use a layout effect because users can press a key as soon as they see the dashboard.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => {
      const shouldIgnore =
        event.defaultPrevented ||
        event.repeat ||
        isTypingTarget(event.target) ||
        document.querySelector('[role$="dialog"]:not([data-closed])') !== null;
      if (shouldIgnore) return;
      const isSecondKey = isAfterG(pressedG.current, event.timeStamp);
      pressedG.current =
        event.key === 'g' && !event.ctrlKey && !event.metaKey ? event.timeStamp : null;
      if (!isSecondKey && pressControlForKey(event)) {
        event.preventDefault();
        return;
      }
      const shortcut = readShortcut(event, isSecondKey);
      if (shortcut === null) return;
      if (shortcut.action === 'go') {
        const page = pages.find(({ letter }) => letter === shortcut.letter);
        if (page !== undefined) void navigate(page.href);
      } else if (shortcut.action === 'new-listing') {
        void navigate(pagePaths.addListing());
      } else if (shortcut.action === 'list') {
        if (!handleListKey(shortcut.key)) return;
      } else if (shortcut.action === 'unread') {
        if (!goToUnread(shortcut.step)) return;
      } else if (shortcut.action === 'undo') {
        const undo = [...document.querySelectorAll<HTMLElement>('[data-undo]')].at(-1);
        if (undo === undefined) return;
        undo.click();
      } else if (shortcut.action === 'help') {
        setIsOpen(true);
      } else {
        const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
        if (search === null) return;
        search.focus();
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [isOn, navigate, pages]);

  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        icon={<Keyboard aria-hidden="true" className="size-5" />}
        className="max-lg:hidden"
        onClick={() => setIsOpen(true)}
      />
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Keyboard shortcuts"
        width="lg"
        initialFocus={intro}
      >
        {/* Otherwise, the dialog would focus its first control, at the bottom, and scroll there. */}
        <p ref={intro} tabIndex={-1} className="mb-5 text-ink-soft outline-none">
          Shortcuts work whenever you aren’t typing.
        </p>
        <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-2">
          <div className="grid gap-6">
            <Group title="Go to">
              {pages.map(({ label, letter }) => (
                <Row key={label} keys={['G', letter.toUpperCase()]}>
                  {label}
                </Row>
              ))}
            </Group>
            <Group title="Anywhere">
              <Row keys={['N']}>New listing</Row>
              <Row keys={['Z']}>Undo</Row>
              <Row keys={['?']}>Show shortcuts</Row>
            </Group>
            <Group title="In the listing form">
              <Row keys={['Ctrl', 'S']} between="+">
                Save
              </Row>
            </Group>
          </div>
          <div className="grid gap-6">
            <Group title="In a list">
              <Row keys={['/']}>Search</Row>
              <Row keys={['J', 'K']} between="and">
                Next / previous row
              </Row>
              <Row keys={['↓', '↑']} between="and">
                Same button, next / previous row
              </Row>
              <Row keys={['X']}>Select the row</Row>
              <Row keys={['Shift', 'click']} between="+">
                Select a range
              </Row>
              <Row keys={['A']}>Select all on the page</Row>
              <Row keys={['Esc']}>Clear the selection</Row>
              <Row keys={['V']}>View</Row>
              <Row keys={['E']}>Edit</Row>
              <Row keys={['Del']}>Delete the row or the selection</Row>
              <Row keys={['←', '→']} between="and">
                Previous / next page
              </Row>
            </Group>
            <Group title="In inquiries">
              <Row keys={['Shift', 'J']} between="+">
                Next unread (K: previous)
              </Row>
              <Row keys={['U']}>Toggle unread only</Row>
              <Row keys={['R']}>Reply</Row>
              <Row keys={['S']}>Saved replies</Row>
              <Row keys={['Ctrl', 'Enter']} between="+">
                Send
              </Row>
              <Row keys={['1', '6']} between="to">
                Set stage
              </Row>
              <Row keys={['N']}>Note</Row>
              <Row keys={['H']}>Reminder</Row>
              <Row keys={['V']}>View the home</Row>
              <Row keys={['E']}>Export</Row>
            </Group>
          </div>
        </div>
        <div className="mt-5 border-t border-line pt-4">
          <Switch
            label="Single-key shortcuts"
            stateLabel={isOn ? 'Single-key shortcuts are on' : 'Single-key shortcuts are off'}
            checked={isOn}
            onChange={(event) => {
              setShortcutsEnabled(event.target.checked);
              setIsOn(event.target.checked);
            }}
          />
        </div>
      </Dialog>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold text-ink-faint">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2">{children}</dl>
    </section>
  );
}

interface RowProps {
  keys: readonly string[];
  /** Joins the keys: a sequence (`then`), pressed together (`+`), two keys (`and`), a range (`to`). */
  between?: 'then' | '+' | 'and' | 'to';
  children: ReactNode;
}

function Row({ keys, between = 'then', children }: RowProps) {
  return (
    <>
      <dt>{children}</dt>
      <dd className="flex items-center justify-end gap-1.5 text-sm text-ink-faint">
        {keys.map((key, index) => (
          <span key={key} className="flex items-center gap-1.5">
            {index > 0 && between}
            <kbd className="min-w-7 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-sans font-semibold text-ink">
              {key}
            </kbd>
          </span>
        ))}
      </dd>
    </>
  );
}
