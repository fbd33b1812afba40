import { RULES } from '@contract/text-rules';
import { KeyRound } from 'lucide-react';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { Button } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Form } from '../../../ui/forms/form.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { Section } from '../../../ui/pages/page-section.js';
import { toast } from '../../../ui/toasts.js';
import { AdminPage } from '../admin-page.js';
import { CodesList } from './codes-list.js';
import { CODES } from './codes.copy.js';
import { type CodeReceiver, useCodes } from './use-codes.js';

export default function CodesPage() {
  return (
    <AdminPage title={CODES.title} className="gap-8">
      {(turnAway) => <Codes turnAway={turnAway} />}
    </AdminPage>
  );
}

function Codes({ turnAway }: { turnAway: () => void }) {
  const all = useCodes(turnAway);
  return (
    <>
      <p className="max-w-measure text-muted">{CODES.lead}</p>
      <Section heading={CODES.create}>
        <CodeForm onCreate={all.create} />
      </Section>
      <CodesList {...all} />
    </>
  );
}

const { name, email, company } = RULES.accessCode;

/** One button generates the code and saves it with its receiver. */
function CodeForm({ onCreate }: { onCreate: (receiver: CodeReceiver) => Promise<boolean> }) {
  const form = useTextForm({ name, email, company }, { report: 'first' });

  const submit = form.submit(
    async (values) => {
      const given = Object.entries(values).filter(([, text]) => text !== '');
      if (await onCreate(Object.fromEntries(given))) form.reset();
    },
    { onInvalid: (first) => toast({ title: CODES.invalid, text: first, kind: 'error' }) },
  );

  return (
    <Form className={`gap-4 bg-surface p-5 ${CARD}`} onSubmit={submit}>
      <p className="text-muted">{CODES.receiverHint}</p>
      <div className="grid items-start gap-4 md:grid-cols-3 xl:grid-cols-[1fr_1fr_1fr_auto]">
        <TextField label={CODES.name} autoComplete="off" {...form.field('name')} />
        <TextField label={CODES.email} type="email" autoComplete="off" {...form.field('email')} />
        <TextField label={CODES.company} autoComplete="off" {...form.field('company')} />
        <Button
          type="submit"
          className="mt-1 md:justify-self-start xl:mt-8.75"
          busy={form.busy}
          icon={<KeyRound aria-hidden="true" className="size-5" />}
        >
          {CODES.generate}
        </Button>
      </div>
    </Form>
  );
}
