import { type Device, READINESS_WORDS, readinessOf } from '@contract/devices';
import { PAGES } from '@contract/paths';
import { useState } from 'react';
import { deviceId } from '../../lib/browser/ids.js';
import { useLoad } from '../../lib/hooks/use-load.js';
import { ApiError, failureTexts } from '../../lib/net/http.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { longMoment, shortDay } from '../../lib/time/dates.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Link } from '../../ui/link.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { toast } from '../../ui/toasts.js';
import { OwnCard, OwnList } from './own-list.js';
import { forgetDevice, listDevices, testDevice } from './profile-api.js';
import { PROFILE } from './profile.copy.js';

const copy = PROFILE.devices;

/**
 * Lists the user's devices, and shows whether alarms would sound on them.
 * @param here the readiness of this browser, in the words of the header
 */
export function OwnDevices({ here }: { here: string }) {
  // On a first visit the list may be read before the server has saved this device. The key then
  // changes, which loads the list again.
  const isRegistered = useDeviceAck(({ testedAt }) => testedAt !== undefined);
  const loaded = useLoad(isRegistered ? 'registered' : 'unregistered', listDevices);
  const hasBuilding = activeMemberships(useMe(({ me }) => me)).length > 0;
  const [asked, ask] = useState<Device>();

  const forget = async ({ id }: Device) => {
    try {
      await forgetDevice(id);
    } catch (error) {
      // The device was removed elsewhere already, which is the wanted result.
      const gone = error instanceof ApiError && error.code === 'device.not_found';
      if (!gone) return toast({ ...failureTexts(error), kind: 'error' });
    }
    loaded.change((all) => all.filter((device) => device.id !== id));
    toast({ ...copy.removed, kind: 'success' });
  };

  const test = async ({ id, label }: Device) => {
    try {
      const { sent } = await testDevice(id);
      if (sent > 0) toast({ ...copy.testSent(label), kind: 'success' });
      else toast({ ...copy.testNotSent, kind: 'error' });
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
  };

  return (
    <PageSection heading={copy.heading}>
      <p>{copy.lead}</p>
      <OwnList loaded={loaded} words={{ failed: copy.failed, empty: copy.none }}>
        {(device: Device) => (
          <OwnCard
            key={device.id}
            title={device.label}
            here={device.id === deviceId() && copy.here}
            actions={
              <>
                {device.id === deviceId() ? (
                  <Link to={PAGES.check} className={buttonClass({ variant: 'secondary' })}>
                    {copy.test}
                  </Link>
                ) : (
                  device.push === 'on' && (
                    <Button
                      variant="secondary"
                      aria-label={copy.testOne(device.label)}
                      onClick={() => void test(device)}
                    >
                      {copy.test}
                    </Button>
                  )
                )}
                <Button
                  variant="secondary"
                  aria-label={copy.removeOne(device.label, stateText(device, hasBuilding, here))}
                  onClick={() => ask(device)}
                >
                  {copy.remove}
                </Button>
              </>
            }
          >
            {stateText(device, hasBuilding, here)}
          </OwnCard>
        )}
      </OwnList>
      {asked && (
        <ConfirmDialog
          title={copy.question(asked.label)}
          confirm={copy.remove}
          onConfirm={() => {
            ask(undefined);
            void forget(asked);
          }}
          onClose={() => ask(undefined)}
        >
          <p>{copy.text}</p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}

/** Returns, for example, "Redo · ljud testat 3 november · avisering testad 3 november". */
function stateText(device: Device, hasBuilding: boolean, here: string): string {
  const { ready: armed, lastSeenAt, testedAt } = device;
  const state = readinessOf({ ...device, hasBuilding, armed }, Date.now());
  const other = state === 'away' ? copy.away(longMoment(lastSeenAt)) : READINESS_WORDS[state];
  // This tab's own state is newer than a list that was read while it was connecting.
  const words = device.id === deviceId() ? here : other;
  const sound = testedAt ? copy.tested(shortDay(testedAt)) : copy.untested;
  const isSaid = words === READINESS_WORDS.untested;
  return [words, !isSaid && sound, pushText(device)].filter(Boolean).join(' · ');
}

function pushText({ push, pushTestedAt, pushSubscription }: Device): string {
  if (push !== 'on') return copy.push[push];
  // The browser may still believe in a subscription that the server no longer has.
  if (pushSubscription && pushSubscription !== 'live') return copy.push.broken;
  return pushTestedAt ? copy.push.tested(shortDay(pushTestedAt)) : copy.push.untested;
}
