import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { readPage } from '../../../api/page-data/list-url.ts';
import { ImportList } from './import-list.tsx';
import type { ImportRequest } from './import-queries.ts';
import { ImportStart } from './import-start.tsx';
import { ImportView } from './import-view.tsx';

/** Imports files of listings, after a dry run (docs/product/import.md, In the browser). */
export function ImportPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get('id');
  /** The latest upload, by import ID. After its dry run, the same file is sent again to import it. */
  const [requests, setRequests] = useState<ReadonlyMap<string, ImportRequest>>(new Map());
  const show = (importId: string, request: ImportRequest) => {
    setRequests(new Map([[importId, request]]));
    void navigate(pagePaths.imports({ id: importId }));
  };
  return (
    <>
      <h1 className="display text-xl">Import</h1>
      <div className="mt-5 grid gap-8">
        <ImportStart onStarted={show} />
        {id !== null && (
          <ImportView
            key={id}
            id={id}
            page={readPage(params)}
            request={requests.get(id)}
            onStarted={show}
          />
        )}
        <ImportList currentId={id} />
      </div>
    </>
  );
}
