import {
  type Device,
  type DeviceName,
  isPhoneLabel,
  READINESS_WORDS,
  readinessOf,
} from '@contract/devices';
import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { useEffect, useRef, useState } from 'react';
import { deviceId } from '../../lib/browser/ids.js';
import { useLoad } from '../../lib/hooks/use-load.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { ApiError, failureTexts } from '../../lib/net/http.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { activeMemberships, useMe } from '../../lib/session/me.js';
import { serverNow } from '../../lib/time/clock.js';
import { longMoment, shortDay } from '../../lib/time/dates.js';
import { AskedButton } from '../../ui/asked-button.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Dialog } from '../../ui/confirm-dialog.js';
import { TextField } from '../../ui/forms/fields.js';
import { Form } from '../../ui/forms/form.js';
import { Link } from '../../ui/link.js';
import { FailureNotice } from '../../ui/notice.js';
import { PageSection } from '../../ui/pages/page.js';
import { toast, type ToastTexts } from '../../ui/toasts.js';
import { OwnCard, OwnList } from './own-list.js';
import { forgetDevice, listDevices, renameDevice, testDevice } from './profile-api.js';
import { deviceName, PROFILE } from './profile.copy.js';

const DEVICES = PROFILE.devices;
const RENAME = DEVICES.rename;

/**
 * Lists the user's devices, and shows whether alarms would sound on them.
 * @param ownReadiness the readiness of this browser, in the words of the header
 */
export function OwnDevices({ ownReadiness }: { ownReadiness: string }) {
  const loaded = useLoad('devices', listDevices);
  const { reload } = loaded;
  // On a first visit the list may be read before the server has saved this device.
  useEffect(
    () =>
      useDeviceAck.subscribe((now, before) => {
        if (now.testedAt !== undefined && before.testedAt === undefined) void reload();
      }),
    [reload],
  );
  const hasBuilding = activeMemberships(useMe(({ me }) => me)).length > 0;
  const [toRename, setToRename] = useState<Device>();

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

  const test = async (device: Device) => {
    try {
      const { sent } = await testDevice(device.id);
      if (sent > 0) toast({ ...DEVICES.testSent(deviceName(device)), kind: 'success' });
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
            title={deviceName(device)}
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
                      aria-label={DEVICES.testOne(deviceName(device))}
                      onClick={() => void test(device)}
                    >
                      {DEVICES.test}
                    </Button>
                  )
                )}
                <Button
                  variant="secondary"
                  aria-label={RENAME.actionOn(deviceName(device))}
                  onClick={() => setToRename(device)}
                >
                  {RENAME.action}
                </Button>
                <AskedButton
                  aria-label={DEVICES.removeOne(
                    deviceName(device),
                    stateText(device, hasBuilding, ownReadiness),
                  )}
                  question={{
                    title: DEVICES.question(deviceName(device)),
                    confirm: DEVICES.remove,
                    text: <p>{DEVICES.text}</p>,
                  }}
                  onConfirm={() => void forget(device)}
                >
                  {DEVICES.remove}
                </AskedButton>
              </>
            }
          >
            {[device.name && device.label, stateText(device, hasBuilding, ownReadiness)]
              .filter(Boolean)
              .join(' · ')}
          </OwnCard>
        )}
      </OwnList>
      {toRename && (
        <RenameDialog
          device={toRename}
          onRenamed={({ id, name }) =>
            loaded.change((all) => all.map((one) => (one.id === id ? { ...one, name } : one)))
          }
          onClose={() => setToRename(undefined)}
        />
      )}
    </PageSection>
  );
}

/** Returns, for example, "Redo · ljud testat 3 november · avisering testad 3 november". */
function stateText(device: Device, hasBuilding: boolean, ownReadiness: string): string {
  const { ready: armed, lastSeenAt, testedAt } = device;
  const facts = { ...device, hasBuilding, armed, isPhone: isPhoneLabel(device.label) };
  const state = readinessOf(facts, serverNow());
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

interface RenameDialogProps {
  device: Device;
  onRenamed: (saved: DeviceName) => void;
  onClose: () => void;
}

/** Gives a device a name, or takes it away. Devices of one kind have the same words otherwise. */
function RenameDialog({ device, onRenamed, onClose }: RenameDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useTextForm(RULES.device, { initial: { name: device.name ?? '' } });
  const submit = form.submit(async ({ name }) => {
    onRenamed(await renameDevice(device.id, name));
    onClose();
  });
  // The dialog would cover a toast.
  const [failure, setFailure] = useState<ToastTexts>();
  return (
    <Dialog ref={dialog} title={RENAME.title(deviceName(device))} onClose={onClose}>
      <Form
        className="mt-4 gap-6"
        onSubmit={async (event) => {
          setFailure(undefined);
          setFailure((await submit(event)) ?? undefined);
        }}
      >
        {failure && <FailureNotice {...failure} />}
        <TextField label={RENAME.label} hint={RENAME.hint} autoFocus {...form.field('name')} />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:w-full">
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            {RENAME.cancel}
          </Button>
          <Button type="submit" busy={form.busy}>
            {RENAME.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
