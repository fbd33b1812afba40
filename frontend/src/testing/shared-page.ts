import { vi } from 'vitest';

/**
 * Remembers what one test file adds to the page: listeners, channels between tabs, properties of
 * `navigator`, elements, attributes and the title.
 * @returns a function that removes all of it
 */
export function watchPage(): () => void {
  const removals = [window, document].map(watchListeners);
  const channels: BroadcastChannel[] = [];
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  };
  const before = new Set(Reflect.ownKeys(navigator));
  return () => {
    removals.forEach((remove) => remove());
    channels.forEach((channel) => channel.close());
    globalThis.BroadcastChannel = Channel;
    for (const key of Reflect.ownKeys(navigator)) {
      if (!before.has(key)) Reflect.deleteProperty(navigator, key);
    }
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    document.head.replaceChildren();
    document.body.replaceChildren();
    const root = document.documentElement;
    root.getAttributeNames().forEach((name) => root.removeAttribute(name));
    document.title = '';
  };
}

function watchListeners(target: Window | Document): () => void {
  const added: [string, EventListener, (boolean | AddEventListenerOptions)?][] = [];
  const add = target.addEventListener.bind(target);
  target.addEventListener = (...listener: (typeof added)[number]) => {
    added.push(listener);
    add(...listener);
  };
  return () => {
    target.addEventListener = add;
    added.forEach((listener) => target.removeEventListener(...listener));
  };
}
