import { toast } from '../../ui/toasts.js';
import { AUTH } from './auth.copy.js';
import type { AuthMode } from './auth-failure.js';
import { whenReachable } from './when-reachable.js';

/**
 * Confirms a sign-in or sign-up once alarms reach this tab. Before that the confirmation would
 * promise more than is true. The page goes on meanwhile.
 */
export function welcome(mode: AuthMode): void {
  void whenReachable().then((is) => is && toast({ ...AUTH[mode].done, kind: 'success' }));
}
