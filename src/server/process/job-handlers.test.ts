import { expect, test } from 'vitest';
import { JOB_WORDS } from '#shared/job-words.ts';
import { JOB_TABLE } from './job-handlers.ts';

test('every job has a description for admins, and nothing else does', () => {
  const { jobs, long, outbound = {}, mails, recurring } = JOB_TABLE;
  const names = [jobs, long, outbound, mails, recurring].flatMap((part) => Object.keys(part));
  expect(Object.keys(JOB_WORDS).toSorted()).toEqual(names.toSorted());
});
