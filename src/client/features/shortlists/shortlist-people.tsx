import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { Shortlist, ShortlistLinkMode } from '#shared/schemas/saved-homes/shortlist.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { useRefreshShortlists, useShortlistChange } from './shortlist-queries.ts';

/** A list's members. Its owner also sees the share links, and a member a button to leave. */
export function ShortlistPeople({ list }: { list: Shortlist }) {
  return (
    <div className="rounded-md border border-line bg-surface p-5">
      <h2 className="font-semibold">People</h2>
      {list.members.length === 0 ? (
        <p className="mt-1 text-sm text-ink-soft">No one has joined yet.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {list.members.map((member) => (
            <Member key={member._id} list={list} member={member} />
          ))}
        </ul>
      )}
      {list.isOwner ? (
        <>
          <ShareLink list={list} mode="edit" />
          <ShareLink list={list} mode="view" />
        </>
      ) : (
        <LeaveButton list={list} />
      )}
    </div>
  );
}

function Member({ list, member }: { list: Shortlist; member: Shortlist['members'][number] }) {
  const remove = useShortlistChange((api) =>
    api.call('DELETE /shortlists/:id/members/:userId', {
      params: { id: list._id, userId: member._id },
    }),
  );
  return (
    <li className="flex items-center justify-between gap-2 py-1.5">
      <span className="min-w-0 [overflow-wrap:anywhere]">{member.name}</span>
      {list.isOwner && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Remove ${member.name}`}
          busy={remove.isPending}
          onClick={() =>
            remove.mutate(undefined, {
              onSuccess: () =>
                showToast({
                  tone: 'info',
                  text: `${member.name} was removed. The invite link no longer works.`,
                }),
            })
          }
        >
          Remove
        </Button>
      )}
    </li>
  );
}

function LeaveButton({ list }: { list: Shortlist }) {
  const navigate = useNavigate();
  const refresh = useRefreshShortlists();
  const leave = useApiMutation(
    (api) =>
      api.call('DELETE /shortlists/:id/members/:userId', {
        params: { id: list._id, userId: 'me' },
      }),
    {
      onSuccess: async () => {
        await navigate(pagePaths.shortlists());
        void refresh();
      },
      onError: (error) => void showToast({ tone: 'error', text: error.message }),
    },
  );
  return (
    <Button
      variant="secondary"
      size="sm"
      className="mt-4"
      busy={leave.isPending}
      onClick={() => leave.mutate()}
    >
      Leave this list
    </Button>
  );
}

const LINK_TEXTS = {
  edit: {
    title: 'Invite',
    text: 'Anyone who signs in with this link can add homes, vote, and comment.',
    createLabel: 'Create invite link',
  },
  view: {
    title: 'Share',
    text: 'Anyone with this link can see the homes and vote totals.',
    createLabel: 'Create view-only link',
  },
} as const;

/** A share link, shown only when it is created because the database stores only its hash. */
function ShareLink({ list, mode }: { list: Shortlist; mode: ShortlistLinkMode }) {
  const [url, setUrl] = useState<string | null>(null);
  const texts = LINK_TEXTS[mode];
  const onError = (error: Error) => void showToast({ tone: 'error', text: error.message });
  const create = useApiMutation(
    (api) => api.call('POST /shortlists/:id/links', { params: { id: list._id }, json: { mode } }),
    { onSuccess: (link) => setUrl(link.url), onError },
  );
  const turnOff = useApiMutation(
    (api) => api.call('DELETE /shortlists/:id/links/:mode', { params: { id: list._id, mode } }),
    {
      onSuccess: () => {
        setUrl(null);
        showToast({ tone: 'success', text: 'The link was turned off.' });
      },
      onError,
    },
  );
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">{texts.title}</h3>
      <p className="mt-1 text-sm text-ink-soft">
        {texts.text} Creating a new link turns off the old one.
      </p>
      {url !== null && (
        <div className="mt-3">
          <Field label="Link" labelHidden>
            {(control) => (
              <Input
                {...control}
                readOnly
                value={url}
                onFocus={(event) => event.target.select()}
                className="text-sm"
              />
            )}
          </Field>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {url === null ? (
          <Button
            variant="secondary"
            size="sm"
            busy={create.isPending}
            onClick={() => create.mutate()}
          >
            {texts.createLabel}
          </Button>
        ) : (
          <Button variant="secondary" size="sm" onClick={() => void copy(url)}>
            Copy link
          </Button>
        )}
        <Button variant="quiet" size="sm" busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
          Turn off link
        </Button>
      </div>
    </section>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ tone: 'success', text: 'Link copied' });
  } catch {
    showToast({ tone: 'info', text: `Copy this link: ${url}` });
  }
}
