import { RULES } from '@contract/limits';
import { isCommonPassword } from '../../lib/session/common-passwords.js';
import { signIn, signUp } from '../../lib/session/sign-in.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { TextField } from '../../ui/forms/text-field.js';
import { toast } from '../../ui/toasts.js';
import { AUTH } from './auth.copy.js';
import { authFailure, type AuthMode } from './auth-failure.js';
import { whenReachable } from './when-reachable.js';

const { email, password } = RULES.account;

export function AuthForm({ mode }: { mode: AuthMode }) {
  const form = useTextForm({ email, password }, { report: 'first' });
  const signingUp = mode === 'signUp';
  const copy = AUTH[mode];

  const submit = form.submit(
    async (values) => {
      try {
        await (signingUp ? signUp : signIn)(values.email, values.password);
        // Before that the confirmation would promise more than is true. The page goes on meanwhile.
        void whenReachable().then((is) => is && toast({ ...copy.done, kind: 'success' }));
      } catch (error) {
        toast({ ...authFailure(mode, error), kind: 'error' });
      }
    },
    (first) => toast({ title: AUTH.invalid, text: first, kind: 'error' }),
  );

  const common = signingUp && isCommonPassword(form.valueOf('password'));
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
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
    </form>
  );
}
