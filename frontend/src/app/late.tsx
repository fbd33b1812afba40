import { type ComponentType, lazy, useState } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

/**
 * A page in its own chunk. When the chunk is there already it is shown at once: a plain `lazy` would
 * show its fallback first and then hold the page back for another 300 ms.
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
  /** Fetches it ahead. Never rejects: opening the page fails visibly. */
  Late.ahead = () => fetchOnce().catch(() => undefined);
  return Late;
}
