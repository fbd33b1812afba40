import { type Kiosk, KIOSK_RULES } from '@contract/kiosks';
import { useEffect, useRef, useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { AskedButton } from '../../../ui/asked-button.js';
import { Button } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Form } from '../../../ui/forms/form.js';
import { Loaded } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { BuildingFrame } from '../building-frame.js';
import { listKiosks, pairKiosk, renameKiosk, revokeKiosk } from '../buildings-api.js';
import { DISPLAYS, stateOf } from './displays.copy.js';
import { useAction } from '../acts.js';

const REFRESH_MS = 10_000;

/** `/building/displays`: the displays in the stairwells. */
export default function DisplaysPage() {
  return (
    <BuildingFrame title={DISPLAYS.title}>
      {({ building }) => <Displays key={building.id} buildingId={building.id} />}
    </BuildingFrame>
  );
}

function Displays({ buildingId }: { buildingId: string }) {
  const loaded = useLoad(buildingId, (signal) => listKiosks(buildingId, signal));
  const { reload } = loaded;
  useEffect(() => {
    const timer = setInterval(() => void reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const pairing = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  const changed = async () => {
    await reload();
    pairing.current?.focus();
  };
  return (
    <>
      <div className="flex max-w-measure flex-col gap-2">
        <p>{DISPLAYS.lead}</p>
        <p>{DISPLAYS.privacy}</p>
      </div>
      <Loaded from={loaded} words={{ failed: DISPLAYS.failed }}>
        {(displays) =>
          displays.length === 0 ? (
            <p>{DISPLAYS.none}</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {displays.map((display) => (
                <Display
                  key={display.id}
                  {...{ buildingId, display, reload }}
                  onRevoked={changed}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Section heading={DISPLAYS.add} headingRef={pairing}>
        <Pairing buildingId={buildingId} onPaired={changed} />
      </Section>
    </>
  );
}

interface DisplayProps {
  buildingId: string;
  display: Kiosk;
  reload: () => Promise<void>;
}

function Display({
  buildingId,
  display,
  reload,
  onRevoked,
}: DisplayProps & { onRevoked: () => Promise<void> }) {
  const { id, place } = display;
  const [isRenaming, setRenaming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { act } = useAction();
  const revoke = () =>
    act(async () => {
      await revokeKiosk(buildingId, id);
      await onRevoked();
    }, DISPLAYS.notRevoked);
  return (
    <li className={`flex flex-col gap-3 p-4 ${CARD}`}>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-h2">
          <Names in={place} />
        </h2>
        <p>{stateOf(display)}</p>
      </div>
      {isRenaming ? (
        <Rename
          {...{ buildingId, display, reload }}
          onClose={() => {
            setRenaming(false);
            heading.current?.focus();
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            aria-label={DISPLAYS.renameOf(place)}
            onClick={() => setRenaming(true)}
          >
            {DISPLAYS.rename}
          </Button>
          <AskedButton
            aria-label={DISPLAYS.revokeOf(place)}
            question={{
              title: DISPLAYS.question(place),
              cancel: DISPLAYS.cancel,
              confirm: DISPLAYS.revoke,
              text: <p>{DISPLAYS.consequence}</p>,
            }}
            onConfirm={() => void revoke()}
          >
            {DISPLAYS.revoke}
          </AskedButton>
        </div>
      )}
    </li>
  );
}

function Rename({ buildingId, display, reload, onClose }: DisplayProps & { onClose: () => void }) {
  const { id, place } = display;
  const form = useTextForm({ place: KIOSK_RULES.place }, { initial: { place } });
  const submit = form.submit(
    async (values) => {
      await renameKiosk(buildingId, id, values.place);
      await reload();
      onClose();
    },
    { failed: DISPLAYS.notRenamed },
  );
  return (
    <Form onSubmit={submit} className="max-w-form gap-3">
      <TextField label={DISPLAYS.place} autoFocus {...form.field('place')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {DISPLAYS.save}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {DISPLAYS.cancel}
        </Button>
      </div>
    </Form>
  );
}

interface PairingProps {
  buildingId: string;
  onPaired: () => Promise<void>;
}

function Pairing({ buildingId, onPaired }: PairingProps) {
  // A new key empties the fields.
  const [count, setCount] = useState(0);
  return (
    <PairingForm
      key={count}
      buildingId={buildingId}
      onPaired={() => {
        setCount((before) => before + 1);
        return onPaired();
      }}
    />
  );
}

function PairingForm({ buildingId, onPaired }: PairingProps) {
  const form = useTextForm(KIOSK_RULES);
  const submit = form.submit(
    async (values) => {
      await pairKiosk(buildingId, values);
      toast({ ...DISPLAYS.paired, kind: 'success' });
      await onPaired();
    },
    { failed: DISPLAYS.notPaired },
  );
  return (
    <Form onSubmit={submit} errors={form} className="max-w-form gap-4">
      <TextField
        label={DISPLAYS.code}
        hint={DISPLAYS.codeHint}
        inputMode="numeric"
        {...form.field('code')}
      />
      <TextField label={DISPLAYS.place} hint={DISPLAYS.placeHint} {...form.field('place')} />
      <Button type="submit" className="self-start" busy={form.busy}>
        {DISPLAYS.pair}
      </Button>
    </Form>
  );
}
