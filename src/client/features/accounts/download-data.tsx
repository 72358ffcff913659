import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/notices/banner.tsx';

/** Downloads everything stored about a signed-in user (docs/product/privacy.md, Your own data). */
export function DownloadData() {
  const download = useApiMutation((api) => api.call('GET /users/profile/data', {}), {
    onSuccess: async (data) => {
      const { saveFile } = await import('../../ui/actions/save-file.ts');
      const text = JSON.stringify(data, null, 2);
      saveFile('doorstep-data.json', new Blob([text], { type: 'application/json' }));
    },
  });
  return (
    <div className="grid gap-5">
      <p className="text-ink-soft">
        Download everything we store about you: account, saved homes, searches, questions, tours,
        and messages.
      </p>
      {download.isError && (
        <Banner tone="error">
          {failureText(download.error, 'Your data could not be downloaded.')}
        </Banner>
      )}
      <div>
        <Button
          variant="secondary"
          busy={download.isPending}
          busyLabel="Preparing..."
          onClick={() => download.mutate()}
        >
          Download my data
        </Button>
      </div>
    </div>
  );
}
