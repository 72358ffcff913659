import { useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Office } from '#shared/schemas/offices/office.ts';
import { useApiMutation } from '../../../../api/use-api-mutation.ts';
import { failureText } from '../../../../forms/failure-text.ts';
import { useSession } from '../../../../session/session-context.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { Banner } from '../../../../ui/notices/banner.tsx';
import { showToast } from '../../../../ui/notices/toast-store.ts';
import { AlertDialog } from '../../../../ui/overlays/alert-dialog.tsx';
import { useDeferredComponent } from '../../../../ui/timing/use-deferred-component.ts';

const loadDialog = async () => (await import('./office-dialog.tsx')).OfficeDialog;

/** Opens the form for a new office. */
export function NewOffice() {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useDeferredComponent(loadDialog, 'The form');
  return (
    <>
      <Button
        size="sm"
        className="min-h-10"
        busy={dialog.isLoading}
        onClick={() => void dialog.fetch().then(setIsOpen)}
      >
        <Plus aria-hidden="true" className="size-4" />
        New Office
      </Button>
      {isOpen && dialog.Component !== null && (
        <dialog.Component
          slug={null}
          onClose={() => setIsOpen(false)}
          onSaved={({ _id, name }) => {
            setIsOpen(false);
            showToast({ tone: 'success', text: `${name} was created.` });
            void navigate(pagePaths.officeDashboard({ id: _id }));
          }}
        />
      )}
    </>
  );
}

/** Office actions for managers and admins. */
export function OfficeActions({ office }: { office: Pick<Office, '_id' | 'slug' | 'name'> }) {
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useDeferredComponent(loadDialog, 'The form');
  if (session.status !== 'signed-in') return null;
  const { user, updateUser } = session;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <LinkButton href={pagePaths.office(office.slug)} variant="secondary" size="sm">
        Public page
      </LinkButton>
      <Button
        variant="secondary"
        size="sm"
        busy={dialog.isLoading}
        onClick={() => void dialog.fetch().then(setIsOpen)}
      >
        <Pencil aria-hidden="true" className="size-4" />
        Edit office
      </Button>
      {can(user, 'office:manage') && <DeleteOffice office={office} />}
      {isOpen && dialog.Component !== null && (
        <dialog.Component
          slug={office.slug}
          onClose={() => setIsOpen(false)}
          onSaved={({ _id, slug, name }) => {
            setIsOpen(false);
            showToast({ tone: 'success', text: 'The office was saved.' });
            if (user.office?._id === _id) updateUser({ ...user, office: { _id, slug, name } });
          }}
        />
      )}
    </div>
  );
}

function DeleteOffice({ office }: { office: Pick<Office, '_id' | 'name'> }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useApiMutation(
    (api) => api.call('DELETE /offices/:id', { params: { id: office._id } }),
    {
      async onSuccess() {
        setIsOpen(false);
        showToast({ tone: 'success', text: `${office.name} was deleted.` });
        await navigate(pagePaths.officeDashboard());
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => /^GET \/(offices$|users)/.test(String(queryKey[0])),
        });
      },
    },
  );
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Delete office
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={() => {
          remove.reset();
          setIsOpen(false);
        }}
        title="Delete office"
        description={`${office.name} and its public page will be deleted. Its agents will no longer belong to an office. This action cannot be undone.`}
        confirmLabel="Confirm Delete"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {remove.isError && (
          <Banner tone="error">
            {failureText(remove.error, 'The office could not be deleted.')}
          </Banner>
        )}
      </AlertDialog>
    </>
  );
}
