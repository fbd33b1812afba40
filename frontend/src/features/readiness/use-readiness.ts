import { readinessOf, type ReadinessState } from '@contract/devices';
import { TIMES } from '@contract/limits';
import { useSound } from '../../lib/audio/sound-state.js';
import { TOUCH, useMedia } from '../../lib/hooks/use-media.js';
import { useNetwork } from '../../lib/net/network.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { useConnection } from '../../lib/realtime/socket.js';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { serverNow, useNow, useServerNow } from '../../lib/time/clock.js';
import { clockTime, shortDay } from '../../lib/time/dates.js';
import { isPushProven, usePush } from './push-state.js';
import { READINESS } from './readiness.copy.js';

/** `connecting`: not known yet, or alarms may be late. */
export type TabReadiness = ReadinessState | 'connecting';

/**
 * Returns `ready` when an alarm would reach this tab now and sound, and the user has confirmed that
 * the sound is audible; `readyWhileOpen` when a phone has no notification beside that, and
 * `readyByPush` when only a notification is proven.
 */
export function useReadiness(): TabReadiness {
  const { way } = useReachable();
  const isFirst = useConnection((state) => state.status === 'connecting');
  const armed = useSound(({ state }) => state === 'armed');
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const readyByPush = usePush(isPushProven);
  const me = useMe((state) => state.me);
  const isOnline = useNetwork((network) => network.isOnline);
  const isTouch = useMedia(TOUCH);
  const nowMs = useServerNow(false);
  // A socket may look open for a while after the network is gone.
  if (way === 'off' || way === 'none' || !isOnline) return 'away';
  if (way === 'asking' || (way === 'hiccup' && isFirst) || !me) return 'connecting';
  const hasBuilding = activeMemberships(me).length > 0;
  // Only the server knows whether this device was tested.
  if (hasBuilding && armed && testedAt === undefined) return 'connecting';
  const facts = { connected: true, hasBuilding, armed, testedAt, readyByPush, isPhone: isTouch };
  return readinessOf(facts, nowMs);
}

/** A shorter gap is not shown to the user. */
const HICCUP_MS = 5_000;
/** The time of three polls. Without an answer for this long, alarms do not arrive at all. */
const ASKING_MS = 10_000;

interface Reachable {
  /**
   * The way in which an alarm would arrive now. `socket` and `hiccup`: at once, apart from a short gap.
   * `asking`: some seconds late, by polling over HTTP. `none`: not at all.
   */
  way: 'off' | 'socket' | 'hiccup' | 'asking' | 'none';
  /** The last moment at which an alarm would have arrived, by this browser's clock. */
  sinceMs: number;
  /** Milliseconds since `sinceMs`. */
  silentMs: number;
}

export function useReachable(): Reachable {
  const { status, downSince, fetchedAtMs } = useConnection();
  const isDown = status === 'down' || status === 'connecting';
  const nowMs = useNow(isDown);
  if (!isDown) return { way: status === 'off' ? 'off' : 'socket', sinceMs: nowMs, silentMs: 0 };
  const sinceMs = Math.max(downSince ?? 0, fetchedAtMs ?? 0);
  const silentMs = elapsedMs(sinceMs, nowMs);
  const downMs = elapsedMs(downSince ?? 0, nowMs);
  if (downMs < HICCUP_MS) return { way: 'hiccup', sinceMs, silentMs };
  return { way: fetchedAtMs && silentMs < ASKING_MS ? 'asking' : 'none', sinceMs, silentMs };
}

/** A clock that was set back tells nothing about the time that has passed, so it counts as long. */
const elapsedMs = (since: number, nowMs: number): number =>
  // `nowMs` is rounded down to a second.
  nowMs - since < -1_000 ? Infinity : Math.max(0, nowMs - since);

export const isTestOld = (testedAt: string, nowMs = serverNow()): boolean =>
  nowMs - Date.parse(testedAt) > TIMES.soundTestMs;

/** @returns the words that offer a test where the last one is missing or old */
export function useTestOffer(): string | undefined {
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const needsRetest = usePush((push) => push.needsRetest);
  if (testedAt === undefined) return undefined;
  if (testedAt === null) return READINESS.test.offer;
  return needsRetest || isTestOld(testedAt) ? READINESS.test.again : undefined;
}

/** Returns, for example, "i dag kl. 14.05" or "3 november kl. 14.05". */
export function testedText(testedAt: string, now = new Date(serverNow())): string {
  const day = shortDay(testedAt, now);
  const isToday = day === shortDay(now.toISOString(), now);
  return `${isToday ? READINESS.test.today : day} ${clockTime(testedAt)}`;
}
