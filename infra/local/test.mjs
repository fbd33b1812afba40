// @ts-check
import { build } from './build.mjs';
import { install } from './install.mjs';
import { live } from './lifecycle.mjs';
import { ensureSystemPackages } from './needs.mjs';
import { beginTests } from './repository.mjs';
import { Stop, say } from './say.mjs';
import { openRunFolder } from './tests/run-folder.mjs';
import { SUITES, runSuite, sentence } from './tests/suite.mjs';

/** `npm test` runs all suites, `npm test -- backend alarms/turns` a part of one. */
await live(async () => {
  beginTests();
  const [chosen, ...parts] = process.argv.slice(2);
  if (chosen && !SUITES.includes(chosen)) throw new Stop(`Choose one of: ${SUITES.join(', ')}`);
  const suites = chosen ? [chosen] : SUITES;
  await ensureSystemPackages({
    redis: suites.includes('backend'),
    browser: suites.includes('e2e'),
  });
  const folder = openRunFolder();
  await install();
  // The frontend's tests read its sources.
  if (chosen !== 'frontend') await build();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const failures = [];
  for (const suite of suites) {
    const result = await runSuite(suite, parts, folder.path);
    lines.push(result.line);
    failures.push(...result.failures);
    total.passed += result.counts.passed;
    total.failed += result.counts.failed;
    total.skipped += result.counts.skipped;
  }
  await folder.close();
  say();
  failures.forEach((test) => say(`✗ ${test}`));
  lines.forEach((line) => say(line));
  say(sentence(total));
  return total.failed === 0 ? 0 : 1;
});
