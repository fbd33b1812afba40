import { useNow } from '../../../lib/hooks/use-now.js';
import { serverNow } from './feed-store.js';

/**
 * The server's clock by the second. This browser's own may be wrong about the age of an alarm.
 * @param ticking whether to render again with every second
 */
export function useServerNow(ticking: boolean): number {
  return useNow(ticking, serverNow);
}
