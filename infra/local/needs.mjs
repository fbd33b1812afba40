// @ts-check
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './children.mjs';
import { isRoot } from './pg-user.mjs';
import { Stop, step } from './say.mjs';

/** The packages of Debian with which `infra/engines` drives Firefox and WebKit, and hears them. */
const ENGINES = [
  { program: 'firefox-esr', name: 'firefox-esr' },
  { program: 'WebKitWebDriver', name: 'webkit2gtk-driver' },
  { program: 'xvfb-run', name: 'xvfb' },
  { program: 'pulseaudio', name: 'pulseaudio' },
  { program: 'parec', name: 'pulseaudio-utils' },
];
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Installs what npm does not: a real Redis and a real browser. It runs before any download and
 * imports no package, so that a user who may not install them is informed at once.
 * @param {{ redis: boolean, browser: boolean, proxy?: boolean, engines?: boolean }} needed
 * @throws {Stop} with the one command to run
 */
export async function ensureSystemPackages({ redis, browser, proxy = false, engines = false }) {
  const missing = [
    ...(redis && !find(['redis-server']) ? ['redis-server'] : []),
    ...(proxy && !find(['caddy']) ? ['caddy'] : []),
    ...(browser && !chromium() ? ['chromium'] : []),
    ...(engines ? ENGINES.filter(({ program }) => !find([program])).map((one) => one.name) : []),
  ];
  if (missing.length > 0) await aptInstall(missing);
  if (browser) process.env.CHROMIUM_PATH = chromium();
}

function chromium() {
  const given = process.env.CHROMIUM_PATH;
  return given && existsSync(given) ? given : find(BROWSERS);
}

/** @param {string[]} packages */
async function aptInstall(packages) {
  const apt = find(['apt-get']);
  const sudo = isRoot ? [] : ['sudo', '-n'];
  const allowed = isRoot || spawnSync('sudo', ['-n', 'true']).status === 0;
  const byHand = `Install first: ${apt ? 'sudo apt-get install ' : ''}${packages.join(' ')}`;
  if (!apt || !allowed) throw new Stop(byHand);
  await step(`Installing ${packages.join(' and ')}`, async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run([...sudo, apt, 'update'], { env });
    const { ok, output } = await run([...sudo, apt, 'install', '-y', ...packages], { env });
    if (!ok) throw new Stop(`${output.split('\n').slice(-5).join('\n')}\n${byHand}`);
  });
}

/**
 * @param {string[]} names
 * @returns the first of these programs that is in the PATH
 */
function find(names) {
  const dirs = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => dirs.map((dir) => join(dir, name))).find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
