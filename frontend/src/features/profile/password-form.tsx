import type { OpenResetLink } from '@contract/http';
import { RULES } from '@contract/text-rules';
import { useState } from 'react';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { failureTexts } from '../../lib/net/http.js';
import { isCommonPassword } from '../../lib/session/common-passwords.js';
import { loadMe } from '../../lib/session/me.js';
import { longMoment } from '../../lib/time/dates.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { Names } from '../../ui/names.js';
import { Notice } from '../../ui/notice.js';
import { PageSection } from '../../ui/pages/page.js';
import { toast } from '../../ui/toasts.js';
import { changePassword, requestResetLink, withdrawResetLink } from './profile-api.js';
import { PROFILE } from './profile.copy.js';

const copy = PROFILE.password;
const { password, longPassword } = RULES.account;

interface PasswordFormProps {
  /** True requires the longer password of an administrator. */
  admin: boolean;
  resetLink?: OpenResetLink;
}

export function PasswordForm({ admin, resetLink }: PasswordFormProps) {
  const rule = admin ? longPassword : password;
  const form = useTextForm({ current: password, password: rule });

  const submit = form.submit(async (values) => {
    await changePassword(values.current, values.password);
    form.reset();
    toast({ ...copy.done, kind: 'success' });
  });

  const common = isCommonPassword(form.valueOf('password'));
  return (
    <PageSection heading={copy.heading}>
      <Form aria-label={copy.heading} className="max-w-form gap-4" onSubmit={submit} errors={form}>
        <PasswordField
          label={copy.current}
          autoComplete="current-password"
          {...form.field('current')}
        />
        <PasswordField
          label={copy.fresh}
          hint={copy.hint(rule.min)}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <p role="status" className={common ? 'text-meta' : 'sr-only'}>
          {common && copy.common}
        </p>
        <p className="text-muted">{copy.others}</p>
        <Button type="submit" className="self-start" busy={form.busy}>
          {copy.submit}
        </Button>
      </Form>
      <ResetLink open={resetLink} />
    </PageSection>
  );
}

/** Shows who made an open link to a new password and deletes it, or lets the user request one. */
function ResetLink({ open }: { open?: OpenResetLink }) {
  const copy = PROFILE.resetLink;
  const [busy, setBusy] = useState(false);

  const act = async (call: () => Promise<undefined>, done: { title: string; text: string }) => {
    setBusy(true);
    try {
      await call();
      toast({ ...done, kind: 'success' });
      await loadMe();
    } catch (error) {
      toast({ ...failureTexts(error), kind: 'error' });
    }
    setBusy(false);
  };

  if (!open) {
    return (
      <>
        <p>{copy.forgotten}</p>
        <Button
          variant="secondary"
          className="self-start"
          busy={busy}
          onClick={() => void act(requestResetLink, copy.requested)}
        >
          {copy.request}
        </Button>
      </>
    );
  }
  return (
    <Notice>
      <p className="font-semibold">
        <Names in={copy.made(open.madeBy)} />
      </p>
      <p>{copy.until(longMoment(open.expiresAt))}</p>
      <p>{copy.unasked}</p>
      <Button
        variant="secondary"
        className="self-start"
        busy={busy}
        onClick={() => void act(withdrawResetLink, copy.removed)}
      >
        {copy.remove}
      </Button>
    </Notice>
  );
}
