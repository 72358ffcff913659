import { expect, test } from 'vitest';
import { JOB_DESCRIPTIONS } from '#shared/job-descriptions.ts';
import { JOB_TABLE } from './job-handlers.ts';

test('every job has a description for admins, and there are no other descriptions', () => {
  const { jobs, long, outbound = [], emails, recurring } = JOB_TABLE;
  const parts = [jobs, long, ...outbound.map((group) => group.jobs), emails, recurring];
  const names = parts.flatMap((part) => Object.keys(part));
  expect(Object.keys(JOB_DESCRIPTIONS).toSorted()).toEqual(names.toSorted());
});
