/**
 * Prints the size of a first visit to each public page and fails if one exceeds the budget: `node
 * scripts/budgets.ts`, after a build. Part of `npm test`.
 */

import { join } from 'node:path';
import { findBuildFolder } from '#server/pages/page-renderer.ts';
import { findOverBudget, formatWeights, measurePageWeights } from './checks/page-weight.ts';

const pages = measurePageWeights(join(findBuildFolder(), 'client'));
console.log(formatWeights(pages));
for (const line of findOverBudget(pages)) console.error(`Over budget: ${line} kB`);
if (pages.length === 0 || findOverBudget(pages).length > 0) process.exitCode = 1;
