import { useNow } from '../../../lib/hooks/use-now.js';
import { serverNow } from './feed-store.js';

/**
 * The server's clock by the second: it alone knows how old an alarm is.
 * @param ticking whether to render again with every second
 */
export function useServerNow(ticking: boolean): number {
  return useNow(ticking, serverNow);
}
