// @ts-check
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { takeDataDir, useEmbedded } from './embedded.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { begin, repository } from './repository.mjs';
import { Stop, complain, say } from './say.mjs';

/**
 * The result of `boot` in the backend's boot.js.
 * @typedef {object} App
 * @property {string} url
 * @property {{ code: string, signIns: { email: string, password: string, what: string }[] }} [demo]
 * @property {Promise<{ hasAdmin: boolean }>} ready
 * @property {() => Promise<void>} close
 */

/** A running database answers faster than this. */
const PATIENCE_MS = 3_000;

await live(start, { atSignal: 0 });

async function start() {
  begin();
  process.env.LOG_LEVEL ||= 'warn';
  const own = process.env.DATABASE_URL ? undefined : takeDataDir();
  await install();
  await build();
  if (own) await useEmbedded(own.dataDir);
  const app = await boot();
  own?.announce(app.url);
  const waiting = setTimeout(() => say('Waiting for the database …'), PATIENCE_MS);
  const { hasAdmin } = await app.ready.catch(giveUp).finally(() => clearTimeout(waiting));
  greet(app, hasAdmin);
}

/** @returns {Promise<App>} */
async function boot() {
  const { boot } = await import(pathToFileURL(join(repository, 'backend/dist/boot.js')).href);
  /** @type {Promise<App>} */
  const booting = boot(process.env);
  atEnd(() =>
    booting.then(
      (app) => app.close(),
      () => undefined,
    ),
  );
  return booting.catch(giveUp);
}

/**
 * @param {NodeJS.ErrnoException} error
 * @returns {never}
 */
function giveUp(error) {
  // A stop aborts the waiting for the database, and this error is not reported.
  if (error.name === 'AbortError') throw error;
  complain(new Stop(whyNot(error)));
  // `finish` would stop the database while a half-started server still queries it.
  process.exit(1);
}

/** @param {NodeJS.ErrnoException & { port?: number, faults?: string[] }} error */
function whyNot({ code, port, faults, message }) {
  if (code === 'EADDRINUSE') {
    const name = port === Number(process.env.METRICS_PORT || 9464) ? 'METRICS_PORT' : 'PORT';
    return `Port ${port} is in use. Choose another one: ${name}=${Number(port) + 1} npm start`;
  }
  return (faults ?? [message]).map((fault) => `ResQ does not start: ${fault}`).join('\n');
}

/**
 * @param {App} app
 * @param {boolean} hasAdmin
 */
function greet({ url, demo }, hasAdmin) {
  say(`ResQ is running: ${url}`);
  if (demo) {
    say(`Invitation code: ${demo.code}`);
    say('Sign-ins to try:');
    const width = Math.max(...demo.signIns.map(({ email }) => email.length));
    for (const { email, password, what } of demo.signIns) {
      say(`  ${email.padEnd(width)}  ${password}  ${what}`);
    }
  }
  if (!hasAdmin) say('There is no administrator yet: npm run admin:grant -- <e-mail>');
  say('Stop with Ctrl-C.');
}
