/** Additional measurements: many concurrent visitors, and the admin dashboard. */

import type { ServerProcess } from '#tests/helpers/server-process.ts';
import { ADMIN_TOKEN } from './dataset.ts';
import { type Load, measure, measureInTurns } from './load.ts';
import { DASHBOARD_SCENARIOS, type Scenario } from './scenarios.ts';
import { isSelected, settings } from './settings.ts';
import { milliseconds, printTable, rate } from './table.ts';

/** Measures throughput, response times, and failures with many concurrent connections. */
export async function printCrowd(
  scenarios: readonly Scenario[],
  servers: Readonly<Record<string, ServerProcess>>,
): Promise<void> {
  const crowd = scenarios.filter(({ name }) => ['newest', 'filters', 'keyword'].includes(name));
  const selected = crowd.filter(isSelected);
  if (selected.length === 0) return;
  const lines: string[][] = [];
  for (const { name, paths } of selected) {
    for (const [server, { url }] of Object.entries(servers)) {
      const load: Load = {
        paths,
        connections: settings.crowd,
        seconds: settings.seconds * settings.turns,
      };
      const { requestsPerSecond, p50Ms, p99Ms, failures } = await measure(url, load);
      lines.push([
        name,
        server,
        rate(requestsPerSecond),
        milliseconds(p50Ms),
        milliseconds(p99Ms),
        String(failures),
      ]);
    }
  }
  console.log(`\n${settings.crowd} connections\n`);
  printTable(
    ['endpoint', 'responses', 'requests per second', 'p50 ms', 'p99 ms', 'failures'],
    lines,
  );
}

/** Measures how long an admin waits for each page's data, with sequential requests. */
export async function printDashboard({ url }: ServerProcess): Promise<void> {
  const selected = DASHBOARD_SCENARIOS.filter(isSelected);
  if (selected.length === 0) return;
  const lines: string[][] = [];
  for (const { name, paths } of selected) {
    const load: Load = { paths, connections: 1, seconds: settings.seconds, token: ADMIN_TOKEN };
    const { dashboard } = await measureInTurns(
      { dashboard: (seconds) => measure(url, { ...load, seconds }) },
      settings,
    );
    const failureNote = dashboard.failures > 0 ? ` (${dashboard.failures} failures)` : '';
    lines.push([
      `${name}${failureNote}`,
      milliseconds(dashboard.p50Ms),
      milliseconds(dashboard.p99Ms),
    ]);
  }
  console.log('');
  printTable(['admin dashboard', 'p50 ms', 'p99 ms'], lines);
}
