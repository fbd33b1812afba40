import { RULES } from '@contract/text-rules';
import { sessionId } from '../../../lib/session/code-session.js';
import { loadMe } from '../../../lib/session/me.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { toast } from '../../../ui/toasts.js';
import { FIELDS, WAYS_IN } from '../buildings.copy.js';
import { startBuilding, withoutEmpty } from '../buildings-api.js';
import { HOME_CHECKS, HomeFields } from './home-fields.js';
import { Form } from '../../../ui/forms/form.js';

const copy = WAYS_IN.start;
const { name, address } = RULES.building;

/** @param onCodeNeeded called when the code session ran out while the form was being filled in */
export function StartForm({ onCodeNeeded }: { onCodeNeeded: () => void }) {
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
