import { expect, test } from 'vitest';
import { JOB_DESCRIPTIONS } from '#shared/job-descriptions.ts';
import { JOB_TABLE } from './job-handlers.ts';

test('every job has a description for admins, and there are no other descriptions', () => {
  const { jobs, long, outbound = [], emails, recurring } = JOB_TABLE;
  const names = [jobs, long, ...outbound, emails, recurring].flatMap((part) => Object.keys(part));
  expect(Object.keys(JOB_DESCRIPTIONS).toSorted()).toEqual(names.toSorted());
});
