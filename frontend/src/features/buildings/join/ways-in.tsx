import type { Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { isolated } from '@contract/written-text';
import { useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { hasLiveCodeSession, sessionId } from '../../../lib/session/code-session.js';
import { loadMe } from '../../../lib/session/me.js';
import { openedInvitation } from '../../../lib/session/opened-invitation.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Form } from '../../../ui/forms/form.js';
import { Link } from '../../../ui/link.js';
import { Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Notice } from '../../../ui/notice.js';
import { ResultPanel, SplitPage } from '../../../ui/pages/split-page.js';
import { toast } from '../../../ui/toasts.js';
import { joinDemo, startBuilding, withoutEmpty } from '../buildings-api.js';
import { memberHomeText, PENDING, WAYS_IN } from '../buildings.copy.js';
import { ApartmentField, HOME_CHECKS, HomeFields, InvitedForm, NameField } from './join-fields.js';

const WAYS = [
  { ...WAYS_IN.invited, lead: undefined, Form: InvitedForm },
  { ...WAYS_IN.start, Form: StartBuilding },
  { ...WAYS_IN.demo, Form: DemoForm },
];

/**
 * Shows a new user the ways into a building.
 * @param demo true when the installation has a demo building
 */
export default function WaysIn({ demo }: { demo: boolean }) {
  const [open, setOpen] = useState('');
  const ways = WAYS.filter(({ Form }) => demo || Form !== DemoForm);
  return (
    <SplitPage title={WAYS_IN.title} heading={WAYS_IN.heading}>
      {openedInvitation() && (
        <Notice>
          <p>{WAYS_IN.opened}</p>
          <div>
            <Link to={PAGES.join} className={buttonClass()}>
              {WAYS_IN.toOpened}
            </Link>
          </div>
        </Notice>
      )}
      <p>{WAYS_IN.lead}</p>
      <div className="flex flex-col gap-3">
        {ways.map(({ heading, lead, Form }) => (
          <section key={heading} className={CARD}>
            <Disclosure
              heading={heading}
              open={open === heading}
              onToggle={() => setOpen(open === heading ? '' : heading)}
            >
              {lead && <p className="text-muted">{lead}</p>}
              <Form />
            </Disclosure>
          </section>
        ))}
      </div>
    </SplitPage>
  );
}

const { name, apartment } = RULES.member;

function DemoForm() {
  const form = useTextForm({ name, apartment });

  const submit = form.submit(async (values) => {
    await joinDemo(values);
    await loadMe();
  });

  return (
    <Form onSubmit={submit} errors={form}>
      <NameField {...form.field('name')} />
      <ApartmentField {...form.field('apartment')} />
      <Button type="submit" busy={form.busy}>
        {WAYS_IN.demo.submit}
      </Button>
    </Form>
  );
}

export function Pending({ membership }: { membership: Membership }) {
  const { building } = membership;
  return (
    <SplitPage title={PENDING.title}>
      <p>
        <strong>
          <Names in={isolated(building.name)} />
        </strong>
        <Names in={`, ${isolated(building.address)}, ${memberHomeText(membership)}`} />
      </p>
      <ResultPanel kind="info" role="status">
        <p>{PENDING.text}</p>
      </ResultPanel>
      <p>{PENDING.until}</p>
    </SplitPage>
  );
}

const START = WAYS_IN.start;

/** Starting a building requires an invitation code; an account alone is not enough. */
function StartBuilding() {
  const { data: live } = useLoad('code-session', hasLiveCodeSession);
  const [ranOut, setRanOut] = useState(false);
  if (live === undefined) return <Loading />;
  if (live && !ranOut) return <StartForm onCodeNeeded={() => setRanOut(true)} />;
  return (
    <Notice role={ranOut ? 'alert' : undefined}>
      <p>{START.codeFirst}</p>
      <p>{START.codeOrigin}</p>
      <div>
        <Link to={PAGES.home} className={buttonClass({ variant: 'secondary' })}>
          {START.toGate}
        </Link>
      </div>
    </Notice>
  );
}

const { building } = RULES;

/** @param onCodeNeeded called when the code session ran out while the form was being filled in */
function StartForm({ onCodeNeeded }: { onCodeNeeded: () => void }) {
  const form = useTextForm({ ...building, personName: RULES.member.name, ...HOME_CHECKS });

  const submit = form.submit(
    async (values) => {
      await startBuilding({ ...withoutEmpty(values), sessionId: sessionId() });
      toast({ ...START.done, kind: 'success' });
      await loadMe();
    },
    { onCode: { 'gate.session_required': onCodeNeeded } },
  );

  return (
    <Form onSubmit={submit} errors={form}>
      <TextField label={START.building} hint={START.buildingHint} {...form.field('name')} />
      <TextField
        label={START.address}
        hint={START.addressHint}
        autoComplete="street-address"
        {...form.field('address')}
      />
      <NameField label={START.personName} {...form.field('personName')} />
      <HomeFields field={form.field} />
      <Button type="submit" busy={form.busy}>
        {START.submit}
      </Button>
    </Form>
  );
}
