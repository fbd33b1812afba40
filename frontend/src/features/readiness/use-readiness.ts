import { readinessOf, type ReadinessState } from '@contract/devices';
import { useSound } from '../../lib/audio/sound-state.js';
import { useConnection } from '../../lib/realtime/socket.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { useNow } from '../../lib/hooks/use-now.js';
import { useOnline } from '../../lib/hooks/use-online.js';
import { isPushProven, usePush } from './push-state.js';
import { useReachable } from './use-reachable.js';

/** `connecting`: not known yet, or alarms may be late. */
export type TabReadiness = ReadinessState | 'connecting';

/**
 * Returns `ready` when an alarm would reach this tab now and sound, and the user has confirmed that
 * the sound is audible; `readyByPush` when only a notification is proven.
 */
export function useReadiness(): TabReadiness {
  const { way } = useReachable();
  const isFirst = useConnection((state) => state.status === 'connecting');
  const armed = useSound(({ state }) => state === 'armed');
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const readyByPush = usePush(isPushProven);
  const me = useMe((state) => state.me);
  const isOnline = useOnline();
  const nowMs = useNow(false);
  // A socket may look open for a while after the network is gone.
  if (way === 'off' || way === 'none' || !isOnline) return 'away';
  if (way === 'asking' || (way === 'hiccup' && isFirst) || !me) return 'connecting';
  const hasBuilding = activeMemberships(me).length > 0;
  // Only the server knows whether this device was tested.
  if (hasBuilding && armed && testedAt === undefined) return 'connecting';
  return readinessOf({ connected: true, hasBuilding, armed, testedAt, readyByPush }, nowMs);
}
