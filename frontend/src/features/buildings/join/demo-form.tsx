import { RULES } from '@contract/text-rules';
import { loadMe } from '../../../lib/session/me.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { FIELDS, WAYS_IN } from '../buildings.copy.js';
import { joinDemo } from '../buildings-api.js';
import { ApartmentField } from './home-fields.js';
import { Form } from '../../../ui/forms/form.js';

const { name, apartment } = RULES.member;

export function DemoForm() {
  const form = useTextForm({ name, apartment });

  const submit = form.submit(async (values) => {
    await joinDemo(values);
    await loadMe();
  });

  return (
    <Form onSubmit={submit} errors={form}>
      <TextField
        label={FIELDS.name}
        hint={FIELDS.nameHint}
        autoComplete="name"
        {...form.field('name')}
      />
      <ApartmentField {...form.field('apartment')} />
      <Button type="submit" busy={form.busy}>
        {WAYS_IN.demo.submit}
      </Button>
    </Form>
  );
}
