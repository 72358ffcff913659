import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, readFiles } from './source-files.ts';

const isTest = /(\.test\.tsx?|\.fixture\.tsx?)$/;

/** `file imports target` for every import of the matching files that is not allowed. */
function violations(files: RegExp, isAllowed: (target: string, file: string) => boolean): string[] {
  return readFiles(files)
    .filter(({ file }) => !isTest.test(file))
    .flatMap(({ file, text }) =>
      importsOf(text)
        .filter((target) => !isAllowed(resolve(file, target), file))
        .map((target) => `${file} imports ${target}`),
    );
}

/** A relative import as the path that it names, everything else as it stands. */
function resolve(file: string, target: string): string {
  return target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
}

describe('who may import whom (docs/architecture.md)', () => {
  test('shared imports nothing but zod and itself', () => {
    expect(
      violations(/^src\/shared\/.*\.ts$/, (to) => to === 'zod' || to.startsWith('src/shared/')),
    ).toEqual([]);
  });

  test('server imports no client', () => {
    expect(
      violations(
        /^src\/server\/.*\.ts$/,
        (to) => !/^(#client\/|src\/client\/|react$|react-dom)/.test(to),
      ),
    ).toEqual([]);
  });

  test('client imports no server, no database and nothing of Node but in files of the server’s side', () => {
    expect(
      violations(
        /^src\/client\/.*\.tsx?$/,
        (to, file) =>
          !/^(#server\/|src\/server\/|pg$|kysely|fastify|sharp)/.test(to) &&
          (!to.startsWith('node:') || /\.server\.tsx?$/.test(file)),
      ),
    ).toEqual([]);
  });

  test('client/ui knows no router, no query and no feature', () => {
    expect(
      violations(
        /^src\/client\/ui\//,
        (to) => !/^(react-router|@tanstack|src\/client\/(features|pages|layout|api)\/)/.test(to),
      ),
    ).toEqual([]);
  });

  test('client features do not import each other, session excepted', () => {
    expect(
      violations(/^src\/client\/features\//, (to, file) => {
        const feature = /^src\/client\/features\/([^/]+)/;
        const other = feature.exec(to)?.[1];
        return other === undefined || other === 'session' || other === feature.exec(file)?.[1];
      }),
    ).toEqual([]);
  });

  test('only repositories and the database folder hold SQL', () => {
    const sqlOutside = readFiles(/^src\/server\/.*\.ts$/)
      .filter(({ file }) => !isTest.test(file))
      .filter(({ text }) =>
        /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text),
      )
      .map(({ file }) => file)
      .filter(
        (file) =>
          !/(-repository|-search|-json)\.ts$|^src\/server\/(database|features\/properties\/search)\//.test(
            file,
          ),
      );
    expect(sqlOutside).toEqual([]);
  });

  test('nothing imports a folder', () => {
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
