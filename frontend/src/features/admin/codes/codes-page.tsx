import type { AccessCode } from '@contract/http';
import { RULES } from '@contract/text-rules';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { ApiError, request } from '../../../lib/net/http.js';
import { Button } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Form } from '../../../ui/forms/form.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Section } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { AdminPage } from '../admin-page.js';
import { CODES } from '../admin.copy.js';
import { CodesList } from './codes-list.js';

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
        <TextField label={CODES.name} {...form.field('name')} />
        <TextField label={CODES.email} type="email" {...form.field('email')} />
        <TextField label={CODES.company} {...form.field('company')} />
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

/** Loads, creates and deletes codes. Each outcome shows the toast that the specification quotes. */
export function useCodes(turnAway: () => void) {
  const { status, data, reload, change, ...rest } = useLoad('codes', listCodes);
  const [freshId, setFreshId] = useState<string>();
  const [goingId, setGoingId] = useState<string>();
  const error = 'error' in rest ? rest.error : undefined;

  const complain = (title: string, cause: unknown) => {
    const refusal = cause instanceof ApiError && cause.status === 403 ? cause : undefined;
    const needsCode = refusal?.code.startsWith('second_factor.');
    // The role may have been taken away while the page was open.
    if (refusal && !needsCode) turnAway();
    else toast({ title, text: needsCode ? refusal?.message : CODES.later, kind: 'error' });
  };

  useEffect(() => {
    if (error) complain(CODES.failed.list, error);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per failure
  }, [error]);

  /** @returns true when a code was created */
  const create = async (receiver: CodeReceiver): Promise<boolean> => {
    let step: string = CODES.failed.generate;
    try {
      const code = await generateCode();
      step = CODES.failed.create;
      const made = await createCode(code, receiver);
      toast({ title: CODES.created, text: made.code, kind: 'success' });
      // The new code is shown at once: it exists even if the list cannot be loaded again.
      change((codes) => [made, ...codes]);
      setFreshId(made.id);
    } catch (cause) {
      complain(step, cause);
      return false;
    }
    await reload();
    return true;
  };

  const remove = async ({ id }: AccessCode): Promise<void> => {
    setGoingId(id);
    try {
      await deleteCode(id);
    } catch (cause) {
      // Another administrator has deleted the code already, which is the wanted result.
      if (!(cause instanceof ApiError && cause.status === 404)) {
        return complain(CODES.failed.remove, cause);
      }
    } finally {
      setGoingId(undefined);
    }
    change((codes) => codes.filter((one) => one.id !== id));
    toast({ ...CODES.removed, kind: 'success' });
  };

  return {
    codes: data,
    loading: status === 'loading',
    /** The code created last in this visit; `goingId` is the code being deleted. */
    freshId,
    goingId,
    reload,
    create,
    remove,
  };
}

interface CodeReceiver {
  name?: string;
  email?: string;
  company?: string;
}

const listCodes = (signal?: AbortSignal) =>
  request<AccessCode[]>('GET', '/admin/codes', undefined, { signal });

const generateCode = async () =>
  (await request<{ code: string }>('POST', '/admin/codes/generate')).code;

const createCode = (code: string, receiver: CodeReceiver) =>
  request<AccessCode>('POST', '/admin/codes', { code, ...receiver });

const deleteCode = (id: string) => request<undefined>('DELETE', `/admin/codes/${id}`);
