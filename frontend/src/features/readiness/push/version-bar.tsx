import { useEffect } from 'react';
import { useSound } from '../../../lib/audio/sound-state.js';
import { build } from '../../../lib/browser/env.js';
import { mayReload, useMayReload } from '../../../lib/browser/reload.js';
import { local, perTab, write } from '../../../lib/browser/storage.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { Bar } from '../../../ui/bar.js';
import { LATE_BARS } from './late-bars.copy.js';

/** Offers an update when the server serves another build than this page's, except in an alarm. */
export function VersionBar() {
  const served = useDeviceAck((ack) => ack.build);
  const newer = isOther(served) ? served : undefined;
  const isFree = useMayReload();
  useSelfUpdate(newer);
  if (!newer || !isFree) return <Bar />;
  return (
    <Bar action={{ text: LATE_BARS.version.update, onClick: () => window.location.reload() }}>
      {LATE_BARS.version.newer}
    </Bar>
  );
}

function isOther(served: string | undefined): boolean {
  return served !== undefined && served !== 'dev' && build() !== 'dev' && served !== build();
}

const IDLE_MS = 5 * 60_000;
const LOOK_EVERY_MS = 30_000;
const RECHECK_MS = 10_000;
/** A reload would lose the typed texts, and the links that are shown once in a field to copy from. */
const UNSAVED = 'form, dialog[open], [readonly]';
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * The build that this tab has updated itself to. It does so once, because two builds may be served
 * in turn. An armed tab appends `WAS_ARMED` until the effect of the reload on the sound is known.
 */
const DONE_KEY = 'resq.updated';
const WAS_ARMED = ' armed';
/** Set when this browser locks the sound after a self-update. Armed tabs then wait for a press. */
const SILENCES_KEY = 'resq.reload-silences';

/**
 * Reloads the page to the newer build when it disturbs nobody: without an alarm or anything unsaved,
 * and while the tab is hidden or untouched for five minutes.
 */
function useSelfUpdate(newer: string | undefined): void {
  useEffect(learnFromLast, []);
  useEffect(() => {
    if (!newer) return;
    let touchedAtMs = Date.now();
    const touch = () => (touchedAtMs = Date.now());
    const look = () => {
      const isIdle = Date.now() - touchedAtMs >= IDLE_MS;
      if ((isIdle || document.visibilityState === 'hidden') && mayUpdate(newer)) update(newer);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    const stopped = new AbortController();
    const { signal } = stopped;
    TOUCHES.forEach((name) => window.addEventListener(name, touch, { passive: true, signal }));
    document.addEventListener('visibilitychange', look, { signal });
    look();
    return () => {
      clearInterval(timer);
      stopped.abort();
    };
  }, [newer]);
}

function mayUpdate(newer: string): boolean {
  if (!mayReload() || perTab.getItem(DONE_KEY)?.startsWith(newer)) return false;
  if (isArmed() && local.getItem(SILENCES_KEY) !== null) return false;
  return document.querySelector(UNSAVED) === null;
}

function update(newer: string): void {
  write(perTab, DONE_KEY, isArmed() ? newer + WAS_ARMED : newer);
  window.location.reload();
}

/** Records whether the last reload locked the sound of an armed tab. Not all browsers do that. */
function learnFromLast(): () => void {
  const done = perTab.getItem(DONE_KEY);
  if (!done?.endsWith(WAS_ARMED)) return () => undefined;
  write(perTab, DONE_KEY, done.slice(0, -WAS_ARMED.length));
  const timer = setTimeout(() => {
    if (!isArmed()) write(local, SILENCES_KEY, '1');
  }, RECHECK_MS);
  return () => clearTimeout(timer);
}

const isArmed = () => useSound.getState().state === 'armed';
