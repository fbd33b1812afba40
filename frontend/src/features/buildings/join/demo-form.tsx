import { RULES } from '@contract/text-rules';
import { failureTexts } from '../../../lib/net/failure-texts.js';
import { loadMe } from '../../../lib/session/me.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { Button } from '../../../ui/button.js';
import { ErrorSummary } from '../../../ui/forms/error-summary.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { toast } from '../../../ui/toasts.js';
import { FIELDS, WAYS_IN } from '../buildings.copy.js';
import { joinDemo } from '../buildings-api.js';
import { ApartmentField } from './home-fields.js';

const { name, apartment } = RULES.member;

export function DemoForm() {
  const form = useTextForm({ name, apartment });

  const submit = form.submit(async (values) => {
    try {
      await joinDemo(values);
      await loadMe();
    } catch (error) {
      if (!form.refuse(error)) toast({ ...failureTexts(error), kind: 'error' });
    }
  });

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <ErrorSummary place={form.summary} messages={form.messages} />
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
    </form>
  );
}
