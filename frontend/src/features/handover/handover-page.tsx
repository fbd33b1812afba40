import { ALARM_KINDS, knownType } from '@contract/alarm-kinds';
import type { CreatedHandover, HandoverSheet } from '@contract/handover';
import { isolated, shown } from '@contract/written-text';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError, request } from '../../lib/net/http.js';
import { exactTime } from '../../lib/time/dates.js';
import { Button } from '../../ui/button.js';
import { Loading } from '../../ui/loaded.js';
import { Names } from '../../ui/names.js';
import { Notice, RetryNotice } from '../../ui/notice.js';
import { Page } from '../../ui/pages/page.js';
import '../../ui/homes-on-paper.css';
import { floorLines, HANDOVER, placeOf, stateText } from './handover.copy.js';

const QrCode = lazy(() =>
  import('../../ui/qr-code.js').then((module) => ({ default: module.QrCode })),
);

/** `/handover#token`: what the rescue service reads during an alarm, without a sign-in. */
export default function HandoverPage() {
  const [opened, setOpened] = useState(window.location.hash);
  useEffect(() => {
    const open = () => setOpened(window.location.hash);
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);
  // The link of another sheet changes only the fragment, and the tab must not go on with this house.
  return <OpenedSheet key={opened} />;
}

function OpenedSheet() {
  const { state, sheet, reload } = useSheet();
  if (state === 'over') {
    return (
      <Page title={HANDOVER.title}>
        <Notice role="status">{HANDOVER.over}</Notice>
      </Page>
    );
  }
  if (!sheet) {
    return (
      <Page title={HANDOVER.title}>
        {state === 'failed' ? (
          <RetryNotice onRetry={reload}>{HANDOVER.failed}</RetryNotice>
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  return <Sheet sheet={sheet} isStale={state === 'failed'} />;
}

function Sheet({ sheet, isStale }: { sheet: HandoverSheet; isStale: boolean }) {
  const { alarm, building, homes, outside, rescueNote, serverNow } = sheet;
  const type = ALARM_KINDS[knownType(alarm.type)].name;
  const title = alarm.exercise ? `${HANDOVER.exercise}: ${type}` : type;
  const silent = homes.filter(({ response }) => !response);
  const answered = homes.filter(({ response }) => response && response !== 'need_help');
  const part = (heading: string) =>
    alarm.exercise ? `${HANDOVER.exercise} · ${heading}` : heading;
  return (
    <Page title={HANDOVER.title} heading={title} className="gap-6">
      <div className="flex flex-col gap-2">
        <p className="text-h2">
          <bdi translate="no">{shown(building.address)}</bdi>
        </p>
        <p>{`${HANDOVER.since} ${exactTime(alarm.raisedAt)}`}</p>
        <p className="font-semibold">
          <Names
            in={[placeOf(alarm.sender.home), alarm.place && isolated(alarm.place)]
              .filter(Boolean)
              .join(', ')}
          />
        </p>
        {alarm.note && (
          <p>
            <bdi>{shown(alarm.note)}</bdi>
          </p>
        )}
      </div>
      <div className={isStale ? 'font-semibold text-error' : 'text-muted'}>
        <p role="status">{isStale && HANDOVER.stale}</p>
        {/* It changes with each look, and a screen reader would read it out each time. */}
        <p>{`${HANDOVER.updated} ${exactTime(serverNow)}`}</p>
      </div>
      <Actions />
      <Part heading={part(HANDOVER.help)}>
        {alarm.needHelp.length === 0 && <li>{HANDOVER.noHelp}</li>}
        {alarm.needHelp.map(({ name, home, place, at }) => (
          <li key={`${name} ${at}`} className="py-2 text-button font-bold">
            <Names
              in={[placeOf(home), isolated(name), place && isolated(place), exactTime(at)]
                .filter(Boolean)
                .join(', ')}
            />
          </li>
        ))}
      </Part>
      <Homes heading={part(HANDOVER.silent)} homes={silent} alarm={alarm} />
      <Homes heading={part(HANDOVER.answered)} homes={answered} alarm={alarm} />
      {outside.length > 0 && (
        <Part heading={`${part(HANDOVER.outside)} (${outside.length})`}>
          {floorLines(outside).map((line) => (
            <li key={line}>
              <Names in={line} />
            </li>
          ))}
        </Part>
      )}
      {rescueNote && (
        <Part heading={part(HANDOVER.rescueNote)}>
          <li className="whitespace-pre-line">
            <bdi>{shown(rescueNote)}</bdi>
          </li>
        </Part>
      )}
    </Page>
  );
}

interface PartProps {
  heading: string;
  /** A list of homes is set in two columns on paper. */
  isLong?: boolean;
  children: ReactNode;
}

function Part({ heading, isLong, children }: PartProps) {
  return (
    <section className="flex flex-col gap-2 border-t border-edge pt-6">
      <h2 className="text-h2">{heading}</h2>
      <ul data-large className={`flex flex-col gap-2 ${isLong ? 'homes-on-paper' : ''}`}>
        {children}
      </ul>
    </section>
  );
}

interface HomesProps extends Pick<HandoverSheet, 'homes' | 'alarm'> {
  heading: string;
}

function Homes({ heading, homes, alarm }: HomesProps) {
  if (homes.length === 0) return null;
  return (
    <Part isLong heading={`${heading} (${homes.length})`}>
      {homes.map((home) => (
        <li key={placeOf(home)}>
          <Names
            in={`${placeOf(home)}, ${home.names.map(isolated).join(', ')}: ${stateText(home, alarm)}`}
          />
        </li>
      ))}
    </Part>
  );
}

function Actions() {
  const [hasQr, setQr] = useState(false);
  const url = window.location.href;
  const share = () => navigator.share({ title: HANDOVER.title, url }).catch(() => undefined);
  return (
    <div className="flex flex-col gap-4 print:hidden">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" aria-expanded={hasQr} onClick={() => setQr(!hasQr)}>
          {hasQr ? HANDOVER.hideQr : HANDOVER.qr}
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          {HANDOVER.print}
        </Button>
        {'share' in navigator && (
          <Button variant="secondary" onClick={() => void share()}>
            {HANDOVER.share}
          </Button>
        )}
      </div>
      {hasQr && (
        <Suspense>
          <QrCode text={url} label={HANDOVER.qrLabel} />
        </Suspense>
      )}
    </div>
  );
}

/** The page forgets the sheet within this time after the alarm. */
const EVERY_MS = 10_000;
/** Shorter than the time between two requests. */
const TIMEOUT_MS = 8_000;

type State = 'loading' | 'ready' | 'failed' | 'over';

/** A manager comes with the id of the alarm, and everybody else with a token. */
const ALARM_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Makes the token of a manager's sheet, and puts it into the address, which is shared and drawn as a code. */
async function tokenFor(alarmId: string, signal: AbortSignal): Promise<string> {
  const path = `/alarms/${alarmId}/handover`;
  const { url } = await request<CreatedHandover>('POST', path, undefined, { signal });
  const { hash } = new URL(url);
  history.replaceState(history.state, '', hash);
  return hash.slice(1);
}

/**
 * Reads the sheet of the address's token, again and again while the alarm goes on.
 * @returns `failed` beside a sheet that is old
 */
function useSheet() {
  const [state, setState] = useState<State>('loading');
  const [sheet, setSheet] = useState<HandoverSheet>();
  const [attempt, setAttempt] = useState(0);
  const token = useRef(window.location.hash.slice(1));

  useEffect(() => {
    if (state === 'over') return;
    const stop = new AbortController();
    const read = async () => {
      try {
        if (ALARM_ID.test(token.current)) {
          token.current = await tokenFor(token.current, stop.signal);
        }
        const path = `/handover/${encodeURIComponent(token.current || '-')}`;
        const options = { auth: false, signal: stop.signal, timeoutMs: TIMEOUT_MS };
        setSheet(await request<HandoverSheet>('GET', path, undefined, options));
        setState('ready');
      } catch (error) {
        if (stop.signal.aborted) return;
        const isOver = error instanceof ApiError && error.code === 'handover.over';
        if (isOver) setSheet(undefined);
        setState(isOver ? 'over' : 'failed');
      }
    };
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
    // A state that changes must not begin anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt, state === 'over']);

  return { state, sheet, reload: () => setAttempt((count) => count + 1) };
}
