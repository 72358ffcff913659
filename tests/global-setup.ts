import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestClusterAccess } from './helpers/test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Used by `createTestDatabase` in helpers/test-database.ts. */
    testCluster: TestClusterAccess;
  }
}

/** Vitest calls this once before all test files, and the returned function once after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('testCluster', cluster.access);
  return () => cluster.stop();
}
