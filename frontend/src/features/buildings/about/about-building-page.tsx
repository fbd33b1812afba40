import type { BuildingDetails, Member } from '@contract/http';
import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { loadMe } from '../../../lib/session/me.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { CONTROL, FieldFrame, TextField } from '../../../ui/forms/fields.js';
import { Form } from '../../../ui/forms/form.js';
import { Link } from '../../../ui/link.js';
import { Loaded } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { PageSection } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { changeBuilding, listMembers, readBuilding } from '../buildings-api.js';
import { BuildingFrame } from '../building-frame.js';
import { memberHomeText } from '../buildings.copy.js';
import { ABOUT_BUILDING as COPY } from './about-building.copy.js';

/** `/building/about`: the building's name, address and note for the rescue service, and its managers. */
export default function AboutBuildingPage() {
  return (
    <BuildingFrame title={COPY.title}>
      {({ building }) => <About key={building.id} buildingId={building.id} />}
    </BuildingFrame>
  );
}

function About({ buildingId }: { buildingId: string }) {
  const loaded = useLoad(buildingId, async (signal) => {
    const [building, members] = await Promise.all([
      readBuilding(buildingId, signal),
      listMembers(buildingId, signal),
    ]);
    return { building, members };
  });
  return (
    <Loaded from={loaded} words={COPY}>
      {({ building, members }) => (
        <div className="flex flex-col gap-8">
          <Details building={building} />
          <Managers members={members} />
        </div>
      )}
    </Loaded>
  );
}

/** The server refuses a field that it does not know. */
const { name: NAME, address: ADDRESS, rescueNote: RESCUE_NOTE } = RULES.building;
const CHECKS = { name: NAME, address: ADDRESS, rescueNote: RESCUE_NOTE };

function Details({ building: { id, name, address, rescueNote } }: { building: BuildingDetails }) {
  const initial = { name, address, rescueNote: rescueNote ?? '' };
  const [saved, setSaved] = useState(initial);
  const form = useTextForm(CHECKS, { initial });
  const { error, ...note } = form.field('rescueNote');
  const submit = form.submit(
    async (values) => {
      // Another manager may have changed the other fields since this page was loaded.
      await changeBuilding(id, changesOf(saved, values));
      setSaved(values);
      await loadMe();
      toast({ ...COPY.saved, kind: 'success' });
    },
    { failed: COPY.notSaved },
  );
  return (
    <Form onSubmit={submit} errors={form} className="max-w-form gap-4">
      <TextField label={COPY.name} {...form.field('name')} />
      <TextField label={COPY.address} hint={COPY.addressHint} {...form.field('address')} />
      <FieldFrame label={COPY.note} hint={COPY.noteHint} error={error}>
        {(wiring) => <textarea {...note} {...wiring} rows={5} className={CONTROL} />}
      </FieldFrame>
      <Button type="submit" className="self-start" busy={form.busy}>
        {COPY.save}
      </Button>
    </Form>
  );
}

function changesOf<T extends Record<string, string>>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name]);
  return Object.fromEntries(changed) as Partial<T>;
}

function Managers({ members }: { members: Member[] }) {
  const managers = members.filter(({ role, status }) => role === 'manager' && status === 'active');
  return (
    <PageSection heading={COPY.managers}>
      <ul className="flex flex-col gap-2">
        {managers.map((one) => (
          <li key={one.id}>
            <Names in={`${COPY.manager(one.name)}, ${memberHomeText(one)}`} />
          </li>
        ))}
      </ul>
      <p>{COPY.handOver}</p>
      <Link
        to={PAGES.buildingInvite}
        className={buttonClass({ variant: 'secondary', className: 'self-start' })}
      >
        {COPY.invite}
      </Link>
    </PageSection>
  );
}
