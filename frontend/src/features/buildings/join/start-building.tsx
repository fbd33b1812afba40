import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { hasLiveCodeSession, sessionId } from '../../../lib/session/code-session.js';
import { loadMe } from '../../../lib/session/me.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Form } from '../../../ui/forms/form.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { Link } from '../../../ui/link.js';
import { Loading } from '../../../ui/loading.js';
import { Notice } from '../../../ui/notice.js';
import { toast } from '../../../ui/toasts.js';
import { startBuilding, withoutEmpty } from '../buildings-api.js';
import { FIELDS, WAYS_IN } from '../buildings.copy.js';
import { HOME_CHECKS, HomeFields } from './home-fields.js';

const copy = WAYS_IN.start;

/** Starting a building requires an invitation code; an account alone is not enough. */
export function StartBuilding() {
  const { data: live } = useLoad('code-session', hasLiveCodeSession);
  const [ranOut, setRanOut] = useState(false);
  if (live === undefined) return <Loading />;
  if (live && !ranOut) return <StartForm onCodeNeeded={() => setRanOut(true)} />;
  return (
    <Notice role={ranOut ? 'alert' : undefined}>
      <p>{copy.codeFirst}</p>
      <p>{copy.codeOrigin}</p>
      <div>
        <Link to={PAGES.home} className={buttonClass({ variant: 'secondary' })}>
          {copy.toGate}
        </Link>
      </div>
    </Notice>
  );
}

const { name, address } = RULES.building;

/** @param onCodeNeeded called when the code session ran out while the form was being filled in */
function StartForm({ onCodeNeeded }: { onCodeNeeded: () => void }) {
  const form = useTextForm({ name, address, personName: RULES.member.name, ...HOME_CHECKS });

  const submit = form.submit(
    async (values) => {
      await startBuilding({ ...withoutEmpty(values), sessionId: sessionId() });
      toast({ ...copy.done, kind: 'success' });
      await loadMe();
    },
    { onCode: { 'gate.session_required': onCodeNeeded } },
  );

  return (
    <Form onSubmit={submit} errors={form}>
      <TextField label={copy.building} hint={copy.buildingHint} {...form.field('name')} />
      <TextField
        label={copy.address}
        hint={copy.addressHint}
        autoComplete="street-address"
        {...form.field('address')}
      />
      <TextField
        label={copy.personName}
        hint={FIELDS.nameHint}
        autoComplete="name"
        {...form.field('personName')}
      />
      <HomeFields field={form.field} />
      <Button type="submit" busy={form.busy}>
        {copy.submit}
      </Button>
    </Form>
  );
}
