import { type ComponentType, lazy, useState } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

/**
 * Returns a page that is its own chunk. A loaded chunk renders at once: a plain `lazy` would show
 * its fallback first, and then hold the page back for another 300 ms.
 */
export function late(load: Load) {
  let loaded: ComponentType | undefined;
  const fetchOnce = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(fetchOnce);

  function Late() {
    const [Page] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Page />;
  }
  /** Fetches the chunk ahead. Never rejects: a failed load shows when the page is opened. */
  Late.ahead = () => fetchOnce().catch(() => undefined);
  return Late;
}
