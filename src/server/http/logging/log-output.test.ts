import { closeSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createLogOutput } from './log-output.ts';

let folder: string;
beforeAll(() => {
  folder = makeTempFolder();
  return () => rm(folder, { recursive: true });
});

test('writes every line, in order', async () => {
  const file = path.join(folder, 'log');
  const fd = openSync(file, 'w');
  const log = createLogOutput(fd);
  const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index} é\n`);
  for (const line of lines) log.write(line);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.join(''));
  log.write('one more\n');
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/one more\n$/);
  closeSync(fd);
});

test('drops lines when the output is closed', async () => {
  const file = path.join(folder, 'closed');
  // Opened for reading only, so that writes fail as on a closed terminal.
  closeSync(openSync(file, 'w'));
  const fd = openSync(file, 'r');
  const log = createLogOutput(fd);
  for (let count = 0; count < 3; count += 1) {
    log.write('a line\n');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(readFileSync(file, 'utf8')).toBe('');
  closeSync(fd);
});

test('continues where it stopped once a full disk has free space', async () => {
  const file = path.join(folder, 'full');
  // Every write to this device fails as on a full disk.
  const fd = openSync('/dev/full', 'w');
  const log = createLogOutput(fd);
  log.write('one\n');
  await new Promise((resolve) => setTimeout(resolve, 20));
  log.write('two\n');
  closeSync(fd);
  // The operating system assigns the lowest free file descriptor.
  expect(openSync(file, 'w')).toBe(fd);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  closeSync(fd);
});
