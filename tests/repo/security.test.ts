import { describe, expect, test } from 'vitest';
import { listFiles, readFiles } from './source-files.ts';

const text = readFiles(/^SECURITY\.md$/)[0]?.text ?? '';

/** Returns the list items of a section of SECURITY.md, up to the next heading of the same level. */
function listItemsOf(heading: string): string[] {
  const [, part = ''] = text.split(`\n## ${heading}\n`);
  return part
    .replace(/\n## [^]*/, '')
    .split('\n')
    .filter((line) => line.startsWith('- '));
}

describe('SECURITY.md', () => {
  const projectFiles = listFiles();
  const claims = listItemsOf('Security measures');

  test('lists claims', () => expect(claims.length).toBeGreaterThan(30));

  test.each(claims)('names an existing test for the claim: %s', (claim) => {
    const namedFiles = [
      ...claim.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?|tests\/[\w./-]+\.ts)`/g),
    ].map((match) => match[1] ?? '');
    expect(namedFiles).not.toEqual([]);
    expect(namedFiles.filter((file) => !projectFiles.includes(file))).toEqual([]);
    expect(namedFiles.some((file) => /\.(test|e2e)\.tsx?$/.test(file))).toBe(true);
  });

  test('gives a reason for every accepted risk', () => {
    const risks = listItemsOf('Accepted risks');
    expect(risks.length).toBeGreaterThan(3);
    expect(
      risks.filter((risk) => !/^- \*\*[^*]+\*\* \([\d., ]+\)\. \S.{20,}\.$/.test(risk)),
    ).toEqual([]);
  });
});
