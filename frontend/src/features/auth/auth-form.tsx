import { RULES } from '@contract/text-rules';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { ApiError } from '../../lib/net/http.js';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { isCommonPassword } from '../../lib/session/common-passwords.js';
import { signIn, signUp } from '../../lib/session/sign-in.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { TextField } from '../../ui/forms/fields.js';
import { toast } from '../../ui/toasts.js';
import { AUTH, SERVER_WORDS } from './auth.copy.js';

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
        await (signingUp ? signUp(values) : signIn(values.email, values.password));
        toastWhenReachable(mode);
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

export type AuthMode = 'signIn' | 'signUp';

/** @returns the toast for a sign-in or sign-up that failed */
function authFailure(mode: AuthMode, error: unknown): { title: string; text: string } {
  if (!(error instanceof ApiError) || !error.isRefusal) return AUTH.later;
  // A new account exists by then.
  const isMade = error.code === 'auth.cookies_refused';
  const title = isMade ? AUTH.notSignedIn : AUTH[mode].failed;
  return { title, text: SERVER_WORDS[error.message] ?? error.message };
}

/**
 * Confirms a sign-in or sign-up once alarms reach this tab. Before that the confirmation would
 * promise more than is true. The page goes on meanwhile.
 */
export function toastWhenReachable(mode: AuthMode): void {
  void whenReachable().then((is) => is && toast({ ...AUTH[mode].done, kind: 'success' }));
}

/** After this time the bars at the bottom of the page show what is missing. */
const PATIENCE_MS = 10_000;

/** Resolves to true once the server knows this tab and sends it alarms, to false when it is late. */
function whenReachable(): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isReachable: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(isReachable);
    };
    const look = () => {
      if (useDeviceAck.getState().build !== undefined) settle(true);
    };
    const timer = setTimeout(() => settle(false), PATIENCE_MS);
    const unsubscribe = useDeviceAck.subscribe(look);
    look();
  });
}
