import { ALARM_KINDS } from '@contract/alarm-kinds';
import { KIOSK_ENDED_MS, type KioskAlarm } from '@contract/kiosks';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { arm, setRinging, watchSound } from '../../lib/audio/audio.js';
import { useSound } from '../../lib/audio/sound-state.js';
import { build } from '../../lib/browser/env.js';
import { keepScreenOn } from '../../lib/browser/wake-lock.js';
import { useServerNow } from '../../lib/time/clock.js';
import { clockTime } from '../../lib/time/dates.js';
import { Names } from '../../ui/names.js';
import { setTitle } from '../../ui/tab-signs.js';
import { reportShown, reportSound, runDisplay, useDisplay } from './display.js';
import './kiosk.css';
import { homeText, KIOSK, kindOf, placeText, spaced, weekdayTime } from './kiosk.copy.js';

/** A state comes every ten or eleven seconds, and a lost connection shows within 15 s. */
const LOST_AFTER_MS = 14_000;
const SHIFT_EVERY_MS = 5 * 60_000;
/** Against traces of an unchanged picture in the screen. */
const SHIFTS = ['', 'translateX(8px)', 'translate(8px, 8px)', 'translateY(8px)'];
/** A reload costs the sound until somebody taps, so it happens for a new version alone. */
const RELOAD_HOUR = 3;

const LARGE = 'kiosk-large';
const MIDDLE = 'kiosk-middle';
const SMALL = 'kiosk-small';

export function show(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <KioskPage />
    </StrictMode>,
  );
}

/** `/kiosk`: a display in a stairwell. It has no link and no field, and shows no name. */
export function KioskPage() {
  const { status, code, state, place, building, endedAt } = useDisplay();
  const now = useServerNow(true);
  const receivedAtMs = state ? Date.parse(state.serverNow) : now;
  const isArmed = useSound(({ state: sound }) => sound === 'armed');
  useEffect(runDisplay, []);
  useEffect(watchSound, []);
  useEffect(keepScreenOn, []);
  useEffect(() => setTitle('page', `${KIOSK.title} – ResQ`), []);
  useEffect(() => reportSound(isArmed ? 'on' : 'off'), [isArmed]);

  const alarms = (state?.alarms ?? [])
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now)
    .sort((one, other) => rank(one) - rank(other));
  const [first, ...others] = alarms;
  const kind = first && kindOf(first);
  useEffect(() => setRinging(kind ?? null, first?.id), [kind, first?.id]);
  useEffect(() => () => setRinging(null), []);
  const ids = alarms.map(({ id }) => id).join();
  useEffect(() => reportShown(ids ? ids.split(',') : []), [ids]);

  const hour = hourOf(now);
  useEffect(() => {
    const isNew = state !== undefined && state.build !== build();
    if (isNew && !first && hour === RELOAD_HOUR) window.location.reload();
  }, [state, first, hour]);

  const isLost = now - receivedAtMs >= LOST_AFTER_MS;
  const isDim = !first && !isLost && (hour >= 22 || hour < 6);
  const transform = SHIFTS[Math.floor(now / SHIFT_EVERY_MS) % SHIFTS.length];
  const surface = kind ? surfaceOf(kind) : isDim ? 'kiosk-dim' : 'bg-page text-ink';
  return (
    <main className={`flex min-h-dvh flex-col overflow-hidden ${surface}`}>
      <div className="kiosk-body" style={{ transform }}>
        {isLost && (
          <p role="alert" className={MIDDLE}>
            {KIOSK.lost(clockTime(receivedAtMs))}
          </p>
        )}
        {first ? (
          <Alarm alarm={first} others={others.length} isOld={isLost} />
        ) : state ? (
          !isLost && <Idle now={now} endedAt={endedAt} exerciseAt={state.exerciseAt} />
        ) : (
          <Pairing status={status} code={code} />
        )}
        {status === 'paired' && (
          <p className={SMALL}>
            <Names in={placeText(building, place)} />
            {state && !isLost && <span>{` · ${KIOSK.connected(timeOf(receivedAtMs))}`}</span>}
          </p>
        )}
      </div>
      <Notices isArmed={isArmed} isPaired={status === 'paired'} />
    </main>
  );
}

/** The colours of a kind; Tailwind finds their names where the pages of the app list the kinds. */
const surfaceOf = (kind: keyof typeof ALARM_KINDS) => `bg-${kind} text-${kind}-ink kiosk-${kind}`;

const rank = (alarm: KioskAlarm) => ALARM_KINDS[kindOf(alarm)].priority;

/** The hour in Sweden, whatever zone the display is set to. */
const hourOf = (ms: number) => Number(timeOf(ms).split('.')[0]);

/** Returns, for example, "14.05". */
const timeOf = (at: string | number) => clockTime(at).replace('kl.\u00a0', '');

function Alarm({ alarm, others, isOld }: { alarm: KioskAlarm; others: number; isOld: boolean }) {
  const { title, advice } = ALARM_KINDS[kindOf(alarm)];
  const home = homeText(alarm.home);
  return (
    <div role="alert" className="kiosk-alarm">
      {isOld && <p className={SMALL}>{KIOSK.lastKnown}</p>}
      <h1 className={LARGE}>{title}</h1>
      {home && (
        <p className={MIDDLE}>
          <Names in={home} />
        </p>
      )}
      <div className={SMALL}>
        {advice.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {!alarm.exercise && <p className={MIDDLE}>{KIOSK.call}</p>}
      <p className={SMALL}>
        {[KIOSK.since(clockTime(alarm.raisedAt)), others > 0 && KIOSK.more(others)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

interface IdleProps {
  now: number;
  endedAt: string | undefined;
  exerciseAt: string | undefined;
}

function Idle({ now, endedAt, exerciseAt }: IdleProps) {
  const hasEnded = endedAt !== undefined && now - Date.parse(endedAt) < KIOSK_ENDED_MS;
  return (
    <>
      <p className={LARGE}>{timeOf(now)}</p>
      <h1 className={MIDDLE}>{hasEnded ? KIOSK.ended(clockTime(endedAt)) : KIOSK.idle}</h1>
      {exerciseAt && <p className={SMALL}>{KIOSK.exercise(weekdayTime(exerciseAt))}</p>}
    </>
  );
}

function Pairing({ status, code }: { status: string; code: string | undefined }) {
  if (status !== 'pairing' || !code) {
    return <h1 className={MIDDLE}>{status === 'failed' ? KIOSK.failed : KIOSK.starting}</h1>;
  }
  return (
    <>
      <h1 className={MIDDLE}>
        <span>{`${KIOSK.codeBefore} `}</span>
        <span className={`block ${LARGE}`}>{spaced(code)}</span>
        <span>{` ${KIOSK.codeAfter}`}</span>
      </h1>
      <p className={SMALL}>{KIOSK.codeHelp}</p>
    </>
  );
}

function Notices({ isArmed, isPaired }: { isArmed: boolean; isPaired: boolean }) {
  const mayGoDark = !('wakeLock' in navigator);
  if (!isPaired || (isArmed && !mayGoDark)) return null;
  return (
    <div className={`kiosk-notices bg-warn p-4 text-warn-ink ${SMALL}`}>
      {!isArmed && (
        <button type="button" onClick={arm}>
          {KIOSK.arm}
        </button>
      )}
      {mayGoDark && <p>{KIOSK.mayGoDark}</p>}
    </div>
  );
}
