import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { StartError } from '../../errors/start-error.ts';
import { resolveDataDir, type DataDirOptions } from './data-dir.ts';
import { cleanUp, makeDataDir } from './test-processes.fixture.ts';

const isRoot = process.getuid?.() === 0;

afterEach(cleanUp);

/** Creates a project folder below `parent` and returns its options with a substitute for /var/lib/doorstep. */
function describeProject(parent: string): DataDirOptions & { systemDir: string } {
  const projectDir = join(parent, 'clone');
  mkdirSync(projectDir);
  return {
    projectDir,
    configured: undefined,
    hasEmbeddedDatabase: true,
    systemDir: join(makeDataDir(), 'doorstep'),
  };
}

describe('the data folder for any user', () => {
  test('defaults to .data in the project and is created', () => {
    const project = describeProject(makeDataDir());
    const dataDir = resolveDataDir(project);
    expect(dataDir).toEqual({ path: join(project.projectDir, '.data'), isRelocated: false });
    expect(statSync(dataDir.path).isDirectory()).toBe(true);
  });

  test('resolves a relative DATA_DIR against the project and does not change an absolute one', () => {
    const project = describeProject(makeDataDir());
    expect(resolveDataDir({ ...project, configured: 'custom/data' }).path).toBe(
      join(project.projectDir, 'custom/data'),
    );
    const absolute = join(makeDataDir(), 'with spaces');
    expect(resolveDataDir({ ...project, configured: absolute }).path).toBe(absolute);
  });

  test('rejects a DATA_DIR that is a file, with a one-line reason', () => {
    const project = describeProject(makeDataDir());
    const file = join(project.projectDir, 'file');
    writeFileSync(file, '');
    expect(() => resolveDataDir({ ...project, configured: file })).toThrow(StartError);
    expect(() => resolveDataDir({ ...project, configured: file })).toThrow(
      `DATA_DIR ${file} cannot be used: it is a file.`,
    );
    expect(() => resolveDataDir({ ...project, configured: join(file, 'below') })).toThrow(
      'it is a file',
    );
  });
});

describe.skipIf(isRoot)('the data folder for an ordinary user', () => {
  test('rejects a DATA_DIR that is not writable', () => {
    const project = describeProject(makeDataDir());
    chmodSync(project.projectDir, 0o555);
    const start = (): unknown => resolveDataDir({ ...project, configured: 'custom' });
    expect(start).toThrow('the user who runs Doorstep cannot write there');
    chmodSync(project.projectDir, 0o755);
  });
});

describe.skipIf(!isRoot)(
  'the data folder for root, with the database running as another account',
  () => {
    function makeInaccessibleHome(): string {
      const home = makeDataDir();
      chmodSync(home, 0o700);
      return home;
    }

    test('stores the data outside an inaccessible home folder and finds it again', () => {
      const project = describeProject(makeInaccessibleHome());
      const first = resolveDataDir(project);
      expect(first.isRelocated).toBe(true);
      expect(first.path).toMatch(new RegExp(`^${project.systemDir}/[0-9a-f]{12}$`));
      expect(resolveDataDir(project)).toEqual(first);
    });

    test('does not move the data back if the home folder becomes accessible or the clone is moved', () => {
      const home = makeInaccessibleHome();
      const project = describeProject(home);
      const first = resolveDataDir(project);
      chmodSync(home, 0o755);
      expect(resolveDataDir(project)).toEqual(first);
      const movedDir = join(home, 'moved');
      renameSync(project.projectDir, movedDir);
      expect(resolveDataDir({ ...project, projectDir: movedDir })).toEqual(first);
    });

    test('uses a separate folder for a copy of the clone', () => {
      const home = makeInaccessibleHome();
      const project = describeProject(home);
      const first = resolveDataDir(project);
      const copy = join(home, 'copy');
      cpSync(project.projectDir, copy, { recursive: true });
      const second = resolveDataDir({ ...project, projectDir: copy });
      expect(second.isRelocated).toBe(true);
      expect(second.path).not.toBe(first.path);
      expect(resolveDataDir(project)).toEqual(first);
    });

    test('leaves the data in the clone if the database is not embedded', () => {
      const project = describeProject(makeInaccessibleHome());
      const dataDir = resolveDataDir({ ...project, hasEmbeddedDatabase: false });
      expect(dataDir.isRelocated).toBe(false);
    });

    test('rejects a DATA_DIR that the account cannot enter and names the inaccessible folder', () => {
      const home = makeInaccessibleHome();
      const project = describeProject(home);
      const start = (): unknown => resolveDataDir({ ...project, configured: 'custom' });
      expect(start).toThrow(StartError);
      expect(start).toThrow(
        new RegExp(
          `^DATA_DIR ${join(project.projectDir, 'custom')} cannot be used: .* cannot access ${home}\\.`,
        ),
      );
    });

    test('does not create a second database when the clone becomes inaccessible', () => {
      const home = makeDataDir();
      const project = describeProject(home);
      mkdirSync(join(resolveDataDir(project).path, 'postgres', 'data'), { recursive: true });
      chmodSync(home, 0o700);
      expect(() => resolveDataDir(project)).toThrow(`cannot access ${home}`);
      expect(existsSync(project.systemDir)).toBe(false);
    });
  },
);
