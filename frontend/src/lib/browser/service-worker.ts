import type { TabMessage } from './shared-with-worker.js';

/** The browser's service worker: it shows alarms without a tab, and the offline page. */

const HOUR_MS = 60 * 60_000;

/** Plain HTTP on another address than this device's own has no service workers. */
const container = () => (navigator as Partial<Navigator>).serviceWorker;

/**
 * Registers the worker, and looks for a newer one every hour and whenever the tab is shown.
 * A failure changes nothing: the page works without it.
 */
export async function registerServiceWorker(): Promise<void> {
  const workers = container();
  // The development server has no worker.
  if (!workers || !import.meta.env.PROD) return;
  try {
    await workers.register(scriptUrl('/sw.js'), { scope: '/', updateViaCache: 'none' });
  } catch {
    return;
  }
  const update = () =>
    workers
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined);
  setInterval(() => void update(), HOUR_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void update();
  });
}

interface TrustedTypes {
  createPolicy(
    name: 'resq',
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The content security policy lets only this policy name the address of a worker. */
function scriptUrl(url: '/sw.js'): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy('resq', { createScriptURL: () => url }).createScriptURL(url) ?? url
  );
}

/** @returns a function that stops listening to the worker's messages */
export function onWorkerMessage(
  handle: (message: TabMessage, answer: () => void) => void,
): () => void {
  const listen = ({ data, ports }: MessageEvent<TabMessage | undefined>) => {
    if (data?.type) handle(data, () => ports[0]?.postMessage(true));
  };
  container()?.addEventListener('message', listen);
  // Messages wait until the page has loaded, unless the page says that it can handle them.
  container()?.startMessages();
  return () => container()?.removeEventListener('message', listen);
}
