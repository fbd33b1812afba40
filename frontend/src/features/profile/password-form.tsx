import type { OpenResetLink } from '@contract/http';
import { RULES } from '@contract/text-rules';
import { isCommonPassword } from '../../lib/session/common-passwords.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { PageSection } from '../../ui/pages/page-section.js';
import { toast } from '../../ui/toasts.js';
import { PROFILE } from './profile.copy.js';
import { changePassword } from './profile-api.js';
import { ResetLink } from './reset-link.js';
import { Form } from '../../ui/forms/form.js';

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
