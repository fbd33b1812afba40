import { RULES } from '@contract/text-rules';
import { isCommonPassword } from '../../lib/session/common-passwords.js';
import { ApiError } from '../../lib/net/http.js';
import { signIn, signUp } from '../../lib/session/sign-in.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { TextField } from '../../ui/forms/text-field.js';
import { toast } from '../../ui/toasts.js';
import { AUTH } from './auth.copy.js';
import { authFailure, type AuthMode } from './auth-failure.js';
import { welcome } from './welcome.js';
import { Form } from '../../ui/forms/form.js';

const { email, password } = RULES.account;

interface AuthFormProps {
  mode: AuthMode;
  /** Called when the password was right and the user has to give a code. */
  onCode: () => void;
}

export function AuthForm({ mode, onCode }: AuthFormProps) {
  const form = useTextForm({ email, password }, { report: 'first' });
  const signingUp = mode === 'signUp';
  const copy = AUTH[mode];

  const submit = form.submit(
    async (values) => {
      try {
        await (signingUp ? signUp : signIn)(values.email, values.password);
        welcome(mode);
      } catch (error) {
        const asksCode = error instanceof ApiError && error.code === 'auth.second_factor_required';
        if (asksCode) onCode();
        else toast({ ...authFailure(mode, error), kind: 'error' });
      }
    },
    { onInvalid: (first) => toast({ title: AUTH.invalid, text: first, kind: 'error' }) },
  );

  const common = signingUp && isCommonPassword(form.valueOf('password'));
  return (
    <Form onSubmit={submit}>
      <TextField
        label={AUTH.email}
        type="email"
        autoComplete="username"
        enterKeyHint="next"
        {...form.field('email')}
      />
      <PasswordField
        label={AUTH.password}
        hint={signingUp ? AUTH.passwordHint : undefined}
        enterKeyHint="go"
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        {...form.field('password')}
      />
      <p role="status" className={common ? 'text-meta' : 'sr-only'}>
        {common && AUTH.common}
      </p>
      <Button type="submit" size="answer" busy={form.busy}>
        {copy.submit}
      </Button>
    </Form>
  );
}
