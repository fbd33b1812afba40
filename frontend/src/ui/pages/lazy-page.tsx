import { type ComponentType, lazy, useState } from 'react';

/**
 * Returns a page that is its own chunk. A loaded chunk renders at once: a plain `lazy` would show
 * its fallback first, and then hold the page back for another 300 ms.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  let loaded: ComponentType | undefined;
  const fetchOnce = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Fetched = lazy(fetchOnce);

  function LazyPage() {
    const [Page] = useState<ComponentType>(() => loaded ?? Fetched);
    return <Page />;
  }
  /** Fetches the chunk ahead. Never rejects: a failed load shows when the page is opened. */
  LazyPage.ahead = () =>
    fetchOnce().then(
      () => undefined,
      () => undefined,
    );
  return LazyPage;
}
