import { type Device, isPhoneLabel, READINESS_WORDS, readinessOf } from '@contract/devices';
import type { SignInSession } from '@contract/http';
import { PAGES } from '@contract/paths';
import { type ReactNode, useState } from 'react';
import { deviceId } from '../../lib/browser/ids.js';
import { type LoadState, useLoad } from '../../lib/hooks/use-load.js';
import { ApiError, failureTexts } from '../../lib/net/http.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { signOut } from '../../lib/session/sign-in.js';
import { longMoment, shortDay } from '../../lib/time/dates.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ItemCard } from '../../ui/card.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Link } from '../../ui/link.js';
import { Loaded } from '../../ui/loaded.js';
import { PageSection } from '../../ui/pages/page.js';
import { toast } from '../../ui/toasts.js';
import { endSignIn, forgetDevice, listDevices, listSignIns, testDevice } from './profile-api.js';
import { endLabel, endQuestion, PROFILE, sinceText } from './profile.copy.js';

const DEVICES = PROFILE.devices;

/**
 * Lists the user's devices, and shows whether alarms would sound on them.
 * @param ownReadiness the readiness of this browser, in the words of the header
 */
export function OwnDevices({ ownReadiness }: { ownReadiness: string }) {
  // On a first visit the list may be read before the server has saved this device. The key then
  // changes, which loads the list again.
  const isRegistered = useDeviceAck(({ testedAt }) => testedAt !== undefined);
  const loaded = useLoad(isRegistered ? 'registered' : 'unregistered', listDevices);
  const hasBuilding = activeMemberships(useMe(({ me }) => me)).length > 0;
  const [toRemove, setToRemove] = useState<Device>();

  const forget = async ({ id }: Device) => {
    try {
      await forgetDevice(id);
    } catch (error) {
      // The device was removed elsewhere already, which is the wanted result.
      const gone = error instanceof ApiError && error.code === 'device.not_found';
      if (!gone) return toast({ ...failureTexts(error), kind: 'error' });
    }
    loaded.change((all) => all.filter((device) => device.id !== id));
    toast({ ...DEVICES.removed, kind: 'success' });
  };

  const test = async ({ id, label }: Device) => {
    try {
      const { sent } = await testDevice(id);
      if (sent > 0) toast({ ...DEVICES.testSent(label), kind: 'success' });
      else toast({ ...DEVICES.testNotSent, kind: 'error' });
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
  };

  return (
    <PageSection heading={DEVICES.heading}>
      <p>{DEVICES.lead}</p>
      <OwnList loaded={loaded} words={{ failed: DEVICES.failed, empty: DEVICES.none }}>
        {(device: Device) => (
          <OwnCard
            key={device.id}
            title={device.label}
            mark={device.id === deviceId() && DEVICES.thisBrowser}
            actions={
              <>
                {device.id === deviceId() ? (
                  <Link to={PAGES.check} className={buttonClass({ variant: 'secondary' })}>
                    {DEVICES.test}
                  </Link>
                ) : (
                  device.push === 'on' && (
                    <Button
                      variant="secondary"
                      aria-label={DEVICES.testOne(device.label)}
                      onClick={() => void test(device)}
                    >
                      {DEVICES.test}
                    </Button>
                  )
                )}
                <Button
                  variant="secondary"
                  aria-label={DEVICES.removeOne(
                    device.label,
                    stateText(device, hasBuilding, ownReadiness),
                  )}
                  onClick={() => setToRemove(device)}
                >
                  {DEVICES.remove}
                </Button>
              </>
            }
          >
            {stateText(device, hasBuilding, ownReadiness)}
          </OwnCard>
        )}
      </OwnList>
      {toRemove && (
        <ConfirmDialog
          title={DEVICES.question(toRemove.label)}
          confirm={DEVICES.remove}
          onConfirm={() => {
            setToRemove(undefined);
            void forget(toRemove);
          }}
          onClose={() => setToRemove(undefined)}
        >
          <p>{DEVICES.text}</p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}

/** Returns, for example, "Redo · ljud testat 3 november · avisering testad 3 november". */
function stateText(device: Device, hasBuilding: boolean, ownReadiness: string): string {
  const { ready: armed, lastSeenAt, testedAt } = device;
  const facts = { ...device, hasBuilding, armed, isPhone: isPhoneLabel(device.label) };
  const state = readinessOf(facts, Date.now());
  const other = state === 'away' ? DEVICES.away(longMoment(lastSeenAt)) : READINESS_WORDS[state];
  // This tab's own state is newer than a list that was read while it was connecting.
  const words = device.id === deviceId() ? ownReadiness : other;
  const sound = testedAt ? DEVICES.tested(shortDay(testedAt)) : DEVICES.untested;
  const isSaid = words === READINESS_WORDS.untested;
  return [words, !isSaid && sound, pushText(device)].filter(Boolean).join(' · ');
}

function pushText({ push, pushTestedAt, pushSubscription }: Device): string {
  if (push !== 'on') return DEVICES.push[push];
  // The browser may still believe in a subscription that the server no longer has.
  if (pushSubscription && pushSubscription !== 'live') return DEVICES.push.broken;
  return pushTestedAt ? DEVICES.push.tested(shortDay(pushTestedAt)) : DEVICES.push.untested;
}

const SIGN_INS = PROFILE.signIns;
const labelOf = ({ label }: SignInSession) => label ?? SIGN_INS.unknown;

/** Lists the user's sign-ins. Ending one asks first: its browser then receives no more alarms. */
export function SignIns() {
  const loaded = useLoad('sign-ins', listSignIns);
  const [toEnd, setToEnd] = useState<SignInSession | 'everywhere'>();

  const endOne = async (session: SignInSession) => {
    try {
      await endSignIn(session.id);
    } catch (error) {
      // The sign-in was ended elsewhere already, which is the wanted result.
      const gone = error instanceof ApiError && error.code === 'auth.session_not_found';
      if (!gone) return toast({ ...failureTexts(error), kind: 'error' });
    }
    loaded.change((all) => all.filter(({ id }) => id !== session.id));
    toast({ ...SIGN_INS.ended, kind: 'success' });
  };

  const endAll = () =>
    signOut({ everywhere: true }).catch(() => toast({ ...SIGN_INS.notEverywhere, kind: 'error' }));

  const confirm = () => {
    setToEnd(undefined);
    if (toEnd === 'everywhere') void endAll();
    else if (toEnd?.current) void signOut();
    else if (toEnd) void endOne(toEnd);
  };

  return (
    <PageSection heading={SIGN_INS.heading}>
      <p>{SIGN_INS.lead}</p>
      <OwnList loaded={loaded} words={SIGN_INS}>
        {(session: SignInSession) => {
          const since = longMoment(session.createdAt);
          return (
            <OwnCard
              key={session.id}
              title={labelOf(session)}
              mark={session.current && SIGN_INS.thisBrowser}
              actions={
                <Button
                  variant="secondary"
                  aria-label={endLabel(labelOf(session), since)}
                  onClick={() => setToEnd(session)}
                >
                  {SIGN_INS.signOut}
                </Button>
              }
            >
              {sinceText(since)}
            </OwnCard>
          );
        }}
      </OwnList>
      <Button variant="secondary" className="self-start" onClick={() => setToEnd('everywhere')}>
        {SIGN_INS.everywhere}
      </Button>
      {toEnd && (
        <ConfirmDialog
          title={toEnd === 'everywhere' ? SIGN_INS.everywhereQuestion : endQuestion(labelOf(toEnd))}
          confirm={toEnd === 'everywhere' ? SIGN_INS.everywhere : SIGN_INS.signOut}
          onConfirm={confirm}
          onClose={() => setToEnd(undefined)}
        >
          <p>{toEnd === 'everywhere' ? SIGN_INS.everywhereText : SIGN_INS.oneText}</p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}

interface OwnListProps<T> {
  loaded: LoadState<T[]> & { reload: () => Promise<void> };
  words: { failed: string; empty?: string };
  children: (item: T) => ReactNode;
}

/** A list of the user's own things, each with its actions. */
function OwnList<T>({ loaded, words, children }: OwnListProps<T>) {
  return (
    <Loaded from={loaded} words={words}>
      {(items) => <ul className="flex flex-col gap-3">{items.map(children)}</ul>}
    </Loaded>
  );
}

interface OwnCardProps {
  title: string;
  /** A text that marks the item of this browser. */
  mark?: string | false;
  children: ReactNode;
  actions: ReactNode;
}

function OwnCard({ title, mark, children, actions }: OwnCardProps) {
  return (
    <ItemCard>
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{title}</p>
        {mark && <p className="text-ok-text">{mark}</p>}
        <p className="text-meta text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </ItemCard>
  );
}
