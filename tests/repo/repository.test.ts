import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACTIONS } from '#shared/permissions.ts';
import { listFiles, PROJECT_FOLDER, readFiles } from './source-files.ts';

const { scripts, dependencies, devDependencies } = JSON.parse(
  readFileSync(path.join(PROJECT_FOLDER, 'package.json'), 'utf8'),
) as Record<'scripts' | 'dependencies' | 'devDependencies', Record<string, string>>;

const documents = readFiles(/^[^/]*\.md$|^docs\/.*\.md$|^demo\/.*\.md$/);

describe('documents are correct', () => {
  test('every npm command that they mention exists', () => {
    const unknownCommands = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:`|^)npm (?:run )?([a-z][\w:-]*)/gm)]
        .map((match) => match[1] ?? '')
        .filter((name) => !['ci', 'install', 'registry', 'package', 'packages'].includes(name))
        .filter((name) => scripts[name] === undefined)
        .map((name) => `${file}: npm run ${name}`),
    );
    expect(unknownCommands).toEqual([]);
  });

  test('every project file that they mention exists', () => {
    const projectFiles = listFiles();
    const missingFiles = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/`((?:src|db|docs|scripts|tests|demo|public|bench|\.ci)\/[\w./-]+\.\w+)`/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !projectFiles.includes(name) && !/NNN/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(missingFiles).toEqual([]);
  });

  test('links between them work', () => {
    const brokenLinks = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !existsSync(path.join(PROJECT_FOLDER, path.dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    );
    expect(brokenLinks).toEqual([]);
  });
});

describe('the repository is tidy', () => {
  test('no file contains a to-do note', () => {
    const notes = readFiles(/^(src|tests|scripts|demo|bench)\/.*\.(tsx?|mjs|css|sql)$/)
      .filter(({ text }) =>
        new RegExp(String.raw`\b(TO` + String.raw`DO|FIX` + String.raw`ME)\b`).test(text),
      )
      .map(({ file }) => file);
    expect(notes).toEqual([]);
  });

  test('the lockfile contains no download URLs', () => {
    expect(readFileSync(path.join(PROJECT_FOLDER, 'package-lock.json'), 'utf8')).not.toContain(
      '"resolved"',
    );
  });

  test('dependency versions are exact', () => {
    expect(
      Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^\d/.test(version),
      ),
    ).toEqual([]);
  });

  test('every access rule is used', () => {
    const callers = readFiles(/^src\/.*\.tsx?$/).filter(
      ({ file }) => file !== 'src/shared/permissions.ts' && !/\.test\.tsx?$/.test(file),
    );
    const unusedActions = ACTIONS.filter(
      (action) => !callers.some(({ text }) => text.includes(`'${action}'`)),
    );
    expect(unusedActions).toEqual([]);
  });

  test('every migration has a unique number', () => {
    const numbers = listFiles()
      .filter((file) => file.startsWith('db/migrations/'))
      .map((file) => path.basename(file).slice(0, 4));
    expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
