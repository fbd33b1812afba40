import { readHomes } from '../lib/browser/shared-with-worker.js';
import { withTimeout } from '../lib/time/with-timeout.js';
import { handlingOf, isAway, mayKeep } from './handling.js';
import { offlineResponse } from './offline-page.js';
import { worker } from './worker.js';

/** Replaced by the build with the name of the pages' build, so that each has a cache of its own. */
declare const BUILD: string;

const FILES = 'resq-files-';
const CACHE = FILES + BUILD;
/** The longest wait for a page. A person in danger must not wait longer for 112. */
const PATIENCE_MS = 3_000;
/** Somebody who tries again on a slow network must get the page at last. */
const RELOAD_PATIENCE_MS = 20_000;

/** @returns undefined where the browser does as if there were no worker */
export function answerOf(event: FetchEvent): Promise<Response> | undefined {
  switch (handlingOf(event.request, worker.location.origin)) {
    case 'page':
      return page(event);
    case 'asset':
      return asset(event);
    default:
      return undefined;
  }
}

/** Deletes the files of other builds, but not the homes for the offline page. */
export async function dropOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FILES) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function page(event: FetchEvent): Promise<Response> {
  const { isReloadNavigation } = event.request as { isReloadNavigation?: boolean };
  const loading = load(event);
  event.waitUntil(loading.catch(() => undefined));
  const patience = isReloadNavigation ? RELOAD_PATIENCE_MS : PATIENCE_MS;
  const response = await withTimeout(patience, loading).catch(() => undefined);
  if (response && !isAway(response)) return response;
  return offlineResponse(await readHomes(), crypto.randomUUID());
}

/** The browser may have asked for the page while the worker started. */
async function load(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  return preloaded ?? fetch(event.request);
}

async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (mayKeep(response)) event.waitUntil(keep(request, response.clone()));
  return response;
}

/** A full disk must not keep a page from its script. */
async function keep(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(CACHE).catch(() => undefined);
  await cache?.put(request, response).catch(() => undefined);
}
