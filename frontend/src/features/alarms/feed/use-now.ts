import { useNow } from '../../../lib/hooks/use-now.js';
import { serverNow } from './feed-store.js';

/**
 * Returns the server's time in ms. By the browser's clock, the age of an alarm could be wrong.
 * @param ticking whether to render again every second
 */
export function useServerNow(ticking: boolean): number {
  return useNow(ticking, serverNow);
}
