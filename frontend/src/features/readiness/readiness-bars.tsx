import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { arm } from '../../lib/audio/audio.js';
import { useSound } from '../../lib/audio/sound-state.js';
import { perTab, write } from '../../lib/browser/storage.js';
import { useNetwork } from '../../lib/net/network.js';
import { listenToReadiness } from '../../lib/realtime/building-readiness.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { reconnectNow, useConnection } from '../../lib/realtime/socket.js';
import { clockTime } from '../../lib/time/dates.js';
import { Bar } from '../../ui/bar.js';
import { setTitle, signFavicon } from '../../ui/tab-signs.js';
import { reportDevice } from './device-report.js';
import { READINESS } from './readiness.copy.js';
import { type TabReadiness, useReachable, useReadiness } from './use-readiness.js';

/** Shows and reports on every signed-in page whether an alarm would reach it. Mounted once. */
export function ReadinessBars() {
  useEffect(() => {
    const stops = [reportDevice(), listenToReadiness()];
    return () => stops.forEach((stop) => stop());
  }, []);
  useUnprotectedMark();
  const refusal = useDeviceAck((ack) => ack.refusal);
  return (
    <>
      <ConnectionBar />
      <Bar>{refusal}</Bar>
      <SoundBar />
    </>
  );
}

const LOST_MS = 30_000;
const BACK_SHOWN_MS = 3_000;

/**
 * Shows that an alarm might be late or not arrive at all. A short gap is not shown.
 * @param isBrief leaves out the button, where the bar takes its room from an alarm
 */
export function ConnectionBar({ isBrief = false }) {
  const { way, sinceMs, silentMs } = useReachable();
  const refusal = useConnection((connection) => connection.refusal);
  const isOnline = useNetwork((network) => network.isOnline);
  const isDown = way !== 'socket' && way !== 'hiccup';
  const isShown = way !== 'off' && (!isOnline || isDown);
  const isLost = isShown && isOnline && silentMs >= LOST_MS;
  const isBack = useReturned(isShown);

  const words = READINESS.connection;
  let text = isBack ? words.back : '';
  if (isShown) text = isLost ? words.lost(clockTime(sinceMs)) : words.reconnecting;
  if (isShown && refusal) text = `${refusal} ${text}`;
  if (isShown && !isOnline) text = words.offline;
  return (
    <Bar inAlarm action={isLost && !isBrief && { text: words.retry, onClick: reconnectNow }}>
      {text}
    </Bar>
  );
}

/** True for `BACK_SHOWN_MS` after the warning has disappeared. */
function useReturned(isShown: boolean): boolean {
  const [phase, setPhase] = useState<'hidden' | 'shown' | 'back'>('hidden');
  if (isShown && phase !== 'shown') setPhase('shown');
  if (!isShown && phase === 'shown') setPhase('back');
  useEffect(() => {
    if (phase !== 'back') return;
    const timer = setTimeout(() => setPhase('hidden'), BACK_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  return phase === 'back';
}

/**
 * Any press on the page unlocks the sound. If the bar went away within that press, the page would
 * move under the finger and the press would land beside its button.
 */
const SOUND_SETTLE_MS = 800;
const ARMED_KEY = 'resq.armed';
const THIS_LOAD = String(performance.timeOrigin);

/** True while a card of the panel makes the offer, which then needs no bar. */
export const useSoundCard = create(() => ({ isShown: false }));

export function SoundBar() {
  const offer = useSoundOffer();
  const isInCard = useSoundCard(({ isShown }) => isShown);
  if (!offer || isInCard) return <Bar />;
  return (
    <Bar action={{ text: READINESS.sound.turnOn, onClick: arm }}>
      <span>{offer}</span>
    </Bar>
  );
}

/** @returns the text beside the button that unlocks the sound; undefined without a need for it */
export function useSoundOffer(): string | undefined {
  const isBlocked = useSound(({ state }) => state === 'blocked');
  const isInaudible = useSound((sound) => sound.isInaudible);
  const isShown = useSettled(isBlocked, false);
  const isSilenced = useSilencedByReload(isBlocked);
  if (!isShown) return undefined;
  return isBlocked ? blockedText(isInaudible, isSilenced) : READINESS.sound.on;
}

function blockedText(isInaudible: boolean, isSilenced: boolean): string {
  const { inaudible, off, byReload } = READINESS.sound;
  if (isInaudible) return inaudible;
  return isSilenced ? `${off} ${byReload}` : off;
}

/** True after a reload that locked the sound of an armed tab, until the sound is unlocked again. */
function useSilencedByReload(isBlocked: boolean): boolean {
  const [wasArmed, setWasArmed] = useState(() => {
    const armedIn = perTab.getItem(ARMED_KEY);
    return armedIn !== null && armedIn !== THIS_LOAD && isReload();
  });
  if (!isBlocked && wasArmed) setWasArmed(false);
  useEffect(() => {
    if (!isBlocked) write(perTab, ARMED_KEY, THIS_LOAD);
  }, [isBlocked]);
  return wasArmed;
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}

/** Returns the value once it has stayed the same for `SOUND_SETTLE_MS`. */
function useSettled(value: boolean, first: boolean): boolean {
  const [settled, settle] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), SOUND_SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A shorter change would only distract the user. */
const MARK_SETTLE_MS = 5_000;

const PREFIXES: Partial<Record<TabReadiness, string>> = READINESS.title;

/** Shows in the tab's title and icon that it could not sound, for a tab that is behind others. */
export function useUnprotectedMark(): void {
  const prefix = PREFIXES[useReadiness()];
  useEffect(() => {
    const timer = setTimeout(() => mark(prefix), prefix ? MARK_SETTLE_MS : 0);
    return () => clearTimeout(timer);
  }, [prefix]);

  useEffect(() => () => mark(undefined), []);
}

function mark(prefix: string | undefined): void {
  setTitle('state', prefix);
  signFavicon('unprotected', prefix !== undefined);
}
