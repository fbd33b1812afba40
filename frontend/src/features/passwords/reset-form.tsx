import { RULES } from '@contract/text-rules';
import { PAGES } from '@contract/paths';
import { useNavigate } from 'react-router-dom';
import { isCommonPassword } from '../../lib/session/common-passwords.js';
import { useSession } from '../../lib/session/session.js';
import { signOut } from '../../lib/session/sign-in.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { toast } from '../../ui/toasts.js';
import { RESET } from './passwords.copy.js';
import { isLinkRefused, resetPassword } from './passwords-api.js';
import { Form } from '../../ui/forms/form.js';

interface ResetFormProps {
  token: string;
  onRefused: () => void;
}

export function ResetForm({ token, onRefused }: ResetFormProps) {
  const form = useTextForm({ password: RULES.account.password });
  const navigate = useNavigate();

  const submit = form.submit(async ({ password }) => {
    try {
      await resetPassword(token, password);
    } catch (error) {
      if (!isLinkRefused(error)) throw error;
      return onRefused();
    }
    // Another user may be signed in here. The owner of the new password signs in next.
    if (useSession.getState().status !== 'signed_out') void signOut();
    toast({ ...RESET.done, kind: 'success' });
    await navigate(PAGES.auth, { replace: true });
  });

  const common = isCommonPassword(form.valueOf('password'));
  return (
    <Form onSubmit={submit}>
      <p>{RESET.lead}</p>
      <PasswordField
        label={RESET.password}
        hint={RESET.hint}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <p role="status" className={common ? 'text-meta' : 'sr-only'}>
        {common && RESET.common}
      </p>
      <Button type="submit" busy={form.busy}>
        {RESET.submit}
      </Button>
    </Form>
  );
}
