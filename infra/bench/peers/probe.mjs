// @ts-check
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import pg from 'pg';
import { answerCommands } from '../arena/talk.mjs';

/**
 * Loaded into every measured server with `--import`: reports over IPC the CPU that the process has
 * used, its memory after a garbage collection, its statements to PostgreSQL, and a CPU profile.
 */
let statements = 0;

/** Follows the statements of one request. It slows the process down, so it is on only while asked for. */
const context = new AsyncLocalStorage();
/** @type {WeakMap<object, { statements: number }>} */
const requests = new WeakMap();
let ofLastRequest = 0;

const client = /** @type {any} */ (pg.Client.prototype);
const query = client.query;
client.query = function (/** @type {unknown[]} */ ...details) {
  statements += 1;
  const request = /** @type {{ statements: number } | undefined} */ (context.getStore());
  if (request) request.statements += 1;
  return query.apply(this, details);
};

/** @param {unknown} event */
function onRequest(event) {
  const { request } = /** @type {{ request: object }} */ (event);
  const count = { statements: 0 };
  requests.set(request, count);
  context.enterWith(count);
}

/** @param {unknown} event */
function onResponse(event) {
  const { request } = /** @type {{ request: object }} */ (event);
  ofLastRequest = requests.get(request)?.statements ?? 0;
}

const session = new Session();

answerCommands({
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  memory: async () => {
    // The first collection runs finalizers, whose objects only the second one frees.
    for (let n = 0; n < 2; n += 1) {
      /** @type {{ gc?: () => void }} */ (globalThis).gc?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
  statements: () => statements,
  statementsOfLastRequest: () => ofLastRequest,
  followRequests: (/** @type {{ on: boolean }} */ { on }) => {
    const change = on ? subscribe : unsubscribe;
    change('http.server.request.start', onRequest);
    change('http.server.response.finish', onResponse);
    if (!on) context.disable();
  },
  startProfile: async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
  },
  saveProfile: async (/** @type {{ file: string }} */ { file }) => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    writeFileSync(file, JSON.stringify(profile));
  },
});
process.channel?.unref();
