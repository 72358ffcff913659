/** Checks imports, folders, and the use of SQL (docs/architecture.md). */

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCycles, reachableFrom, readImports, readSources } from './import-graph.ts';
import { importsOf, listFiles, readFiles } from './source-files.ts';

const imports = readImports();

/** The allowed imports of each client folder, in addition to itself and `shared`. */
const CLIENT_IMPORTS: Record<string, readonly string[]> = {
  app: [
    'features',
    'data-list',
    'property-cards',
    'session',
    'forms',
    'seo',
    'api',
    'offline',
    'theme',
    'styles',
    'ui',
  ],
  features: ['api', 'ui', 'forms', 'seo', 'session', 'property-cards', 'data-list'],
  'data-list': ['api', 'ui', 'forms'],
  'property-cards': ['api', 'ui'],
  session: ['api', 'ui'],
  forms: ['api', 'ui'],
  seo: ['api'],
  api: ['offline'],
  offline: ['ui/timing', 'theme'],
  theme: [],
  styles: [],
  ui: [],
};

/** The allowed imports of each server folder and root file, in addition to itself and `shared`. */
const SERVER_IMPORTS: Record<string, readonly string[]> = {
  'main.ts': ['process'],
  process: [
    'app.ts',
    'app-options.ts',
    'features',
    'http',
    'pages',
    'metrics',
    'jobs',
    'cache',
    'storage',
    'database',
    'config',
    'errors',
    'concurrency',
    'mail',
  ],
  'app-options.ts': [
    'features',
    'pages',
    'http',
    'metrics',
    'cache',
    'storage',
    'database',
    'mail',
  ],
  'register-features.ts': ['app-options.ts', 'features', 'http', 'database'],
  'app.ts': [
    'app-options.ts',
    'register-features.ts',
    'features',
    'http',
    'pages',
    'metrics',
    'jobs',
    'cache',
    'storage',
    'database',
    'errors',
    'concurrency',
    'mail',
  ],
  features: ['http', 'cache', 'database', 'storage', 'mail', 'concurrency', 'errors', 'jobs'],
  http: ['cache', 'database', 'storage', 'concurrency', 'errors'],
  pages: ['cache', 'http', 'errors'],
  metrics: ['cache', 'errors'],
  // Handlers receive the mailer and the picture store.
  jobs: ['mail', 'storage', 'database', 'errors', 'concurrency'],
  cache: ['database', 'concurrency'],
  storage: ['database', 'concurrency', 'errors'],
  database: ['concurrency', 'errors'],
  config: ['errors'],
  errors: [],
  concurrency: [],
  mail: ['concurrency'],
};

/** Folders that a folder can import only types from. */
const TYPE_ONLY_IMPORTS: Record<string, readonly string[]> = {
  features: ['pages'],
  storage: ['config'],
};

/** Matches files that other features can import: services, serializers, jobs, and emails, but never repositories. */
const SHARED_WITH_FEATURES = /-(service|serializer|jobs|mail)\.ts$/;
/** Matches the client's management code, which visitors never load. */
const MANAGEMENT_CODE =
  /^src\/client\/(data-list|features\/(property-management|users|messages|statistics))\/|^src\/client\/.*\/management\//;

/** Returns the imports of one side that its table does not allow, as `file imports target`. */
function findForbiddenImports(
  side: 'client' | 'server',
  table: Record<string, readonly string[]>,
): string[] {
  const root = `src/${side}/`;
  return imports
    .filter(({ file, target }) => file.startsWith(root) && target.startsWith(root))
    .filter(({ file, target }) => {
      const [from = ''] = file.slice(root.length).split('/');
      const to = target.slice(root.length);
      const isAllowed = (folder: string) => to === folder || to.startsWith(`${folder}/`);
      const row = table[from];
      if (row === undefined) return true;
      if (isAllowed(from) || row.some(isAllowed)) return false;
      return !(TYPE_ONLY_IMPORTS[from] ?? []).some(isAllowed) || !isTypeImport(file, target);
    })
    .map(describeImport);
}

/** Returns whether a file imports only types from another. */
function isTypeImport(file: string, target: string): boolean {
  const text = readSources().find((source) => source.file === file)?.text ?? '';
  const statements = [...text.matchAll(/import\s+(type\s+)?[^;]*?from\s+'([^']+)'/g)];
  const name = path.posix.basename(target);
  return statements
    .filter(([, , to]) => to?.endsWith(name))
    .every(([, isType]) => isType !== undefined);
}

const describeImport = ({ file, target }: { file: string; target: string }) =>
  `${file} imports ${target}`;

const featureOf = (file: string) => /^src\/(?:client|server)\/features\/([^/]+)\//.exec(file)?.[1];

describe('allowed imports', () => {
  test('shared imports only zod and itself', () => {
    const violations = imports.filter(
      ({ file, target }) =>
        file.startsWith('src/shared/') && target !== 'zod' && !target.startsWith('src/shared/'),
    );
    expect(violations.map(describeImport)).toEqual([]);
  });

  test('server and client never import each other', () => {
    const violations = imports.filter(
      ({ file, target }) =>
        (file.startsWith('src/server/') && /^(src\/client\/|react$|react-dom)/.test(target)) ||
        (file.startsWith('src/client/') &&
          /^(src\/server\/|pg$|kysely|fastify|sharp)/.test(target)),
    );
    expect(violations.map(describeImport)).toEqual([]);
  });

  test('the client uses Node.js only in its server-side files', () => {
    const violations = imports.filter(
      ({ file, target }) =>
        file.startsWith('src/client/') &&
        target.startsWith('node:') &&
        !/\.server\.tsx?$/.test(file),
    );
    expect(violations.map(describeImport)).toEqual([]);
  });

  test('every client import is allowed', () => {
    expect(findForbiddenImports('client', CLIENT_IMPORTS)).toEqual([]);
  });

  test('every server import is allowed', () => {
    expect(findForbiddenImports('server', SERVER_IMPORTS)).toEqual([]);
  });

  test('client features do not import each other', () => {
    const violations = imports.filter(({ file, target }) => {
      const [from, to] = [featureOf(file), featureOf(target)];
      return file.startsWith('src/client/features/') && to !== undefined && from !== to;
    });
    expect(violations.map(describeImport)).toEqual([]);
  });

  test('server features import only other features’ services, serializers, jobs, emails, and search', () => {
    const violations = imports.filter(({ file, target }) => {
      const [from, to] = [featureOf(file), featureOf(target)];
      if (!file.startsWith('src/server/features/') || to === undefined || from === to) return false;
      return (
        !SHARED_WITH_FEATURES.test(target) &&
        !target.startsWith('src/server/features/properties/search/')
      );
    });
    expect(violations.map(describeImport)).toEqual([]);
  });

  test('the search does not import property management', () => {
    const violations = imports.filter(
      ({ file, target }) =>
        file.startsWith('src/server/features/properties/search/') &&
        target.startsWith('src/server/features/properties/management/'),
    );
    expect(violations.map(describeImport)).toEqual([]);
  });

  test('the API client names no endpoints and imports no property schemas', () => {
    // `refresh-queries.ts` is an exception: it maps pushed events to the data that they invalidate.
    const files = readSources().filter(
      ({ file }) =>
        file.startsWith('src/client/api/') &&
        !/\.test\.ts$|\/event-stream\/refresh-queries\.ts$/.test(file),
    );
    const removeComments = (text: string) => text.replace(/\/\*[^]*?\*\//g, '');
    expect(
      files
        .filter(({ text }) => /'(GET|POST|PUT|PATCH|DELETE) \//.test(removeComments(text)))
        .map(({ file }) => file),
    ).toEqual([]);
    expect(
      imports
        .filter(
          ({ file, target }) =>
            file.startsWith('src/client/api/') &&
            !file.endsWith('.test.ts') &&
            /^src\/shared\/(schemas\/)?propert/.test(target),
        )
        .map(describeImport),
    ).toEqual([]);
  });

  test('ui imports neither the router nor queries', () => {
    const violations = imports.filter(
      ({ file, target }) =>
        file.startsWith('src/client/ui/') && /^(react-router|@tanstack)/.test(target),
    );
    expect(violations.map(describeImport)).toEqual([]);
  });

  test('visitor pages import no management code', () => {
    const entryFiles = readSources()
      .map(({ file }) => file)
      .filter((file) =>
        /^src\/client\/app\/(pages\/(public|account)|layouts)\/(?!dashboard\/)/.test(file),
      );
    expect(
      [...reachableFrom(entryFiles, imports)].filter((file) => MANAGEMENT_CODE.test(file)),
    ).toEqual([]);
  });

  test('only process and scripts read the configuration', () => {
    const violations = readSources().filter(
      ({ file, text }) =>
        /\breadConfig\b/.test(text) && !/^src\/server\/(process|config)\//.test(file),
    );
    expect(violations.map(({ file }) => file)).toEqual([]);
  });

  test('only repositories, listing serializers, the search, and the database folder contain SQL', () => {
    const violations = readSources()
      .filter(({ file }) => file.startsWith('src/server/'))
      .filter(({ text }) =>
        /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text),
      )
      .map(({ file }) => file)
      .filter(
        (file) =>
          !/-repository\.ts$|\/(?:property|reso)-serializer\.ts$|^src\/server\/(database|features\/properties\/search)\//.test(
            file,
          ),
      );
    expect(violations).toEqual([]);
  });

  test('repositories run one statement at a time so that a request uses one connection', () => {
    const violations = readSources().filter(
      ({ file, text }) => file.endsWith('-repository.ts') && text.includes('Promise.all('),
    );
    expect(violations.map(({ file }) => file)).toEqual([]);
  });
});

describe('folders', () => {
  const folders = new Set(
    readSources().flatMap(({ file }) => {
      const parts = file.split('/').slice(0, -1);
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
  );

  test('the files and subfolders of a folder have no circular imports', () => {
    expect(
      [...folders].flatMap((folder) =>
        findCycles(folder, imports).map((cycle) => `${folder}: ${cycle}`),
      ),
    ).toEqual([]);
  });

  test('no folder has more than 15 files other than tests and fixtures', () => {
    const counts = Map.groupBy(
      listFiles().filter((file) => file.startsWith('src/') && !/(\.test|\.fixture)\./.test(file)),
      (file) => path.posix.dirname(file),
    );
    const overfullFolders = [...counts].filter(([, files]) => files.length > 15);
    expect(overfullFolders.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  test('every relative or aliased import has a file extension', () => {
    expect(
      readFiles(/^(src|tests|scripts)\/.*\.tsx?$/).flatMap(({ file, text }) =>
        importsOf(text)
          .filter(
            (to) =>
              /^(\.|#)/.test(to) && !/\.(tsx?|mjs|css|json|svg|png|webp|jpg)(\?\w+)?$/.test(to),
          )
          .filter((to) => !to.startsWith('./+types/'))
          .map((to) => `${file} imports ${to}`),
      ),
    ).toEqual([]);
  });
});
