import { vi } from 'vitest';

/**
 * Remembers what one test file adds to the page: listeners, timers, channels between tabs, properties
 * of `navigator`, elements, attributes and the title.
 * @returns a function that removes all of it
 */
export function watchPage(): () => void {
  const removals = [window, document].map(watchListeners);
  const stopTimers = watchTimers();
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
    stopTimers();
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

/** A timer of one file would run in another one: the renewal of a session, for example, sends a request. */
function watchTimers(): () => void {
  const { setTimeout, setInterval } = globalThis;
  const running: ReturnType<typeof setTimeout>[] = [];
  const watched =
    <Set extends typeof setTimeout | typeof setInterval>(set: Set) =>
    (...timer: Parameters<Set>) => {
      const id = (set as typeof setTimeout)(...(timer as Parameters<typeof setTimeout>));
      running.push(id);
      return id;
    };
  Object.assign(globalThis, {
    setTimeout: watched(setTimeout),
    setInterval: watched(setInterval),
  });
  return () => {
    Object.assign(globalThis, { setTimeout, setInterval });
    running.forEach((id) => clearTimeout(id));
  };
}
