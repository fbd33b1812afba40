import { ApiError } from '../../lib/net/http.js';
import { finishSignIn } from '../../lib/session/sign-in.js';
import { Button } from '../../ui/button.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { toast } from '../../ui/toasts.js';
import { CodeForm } from './code-form.js';
import { SIGN_IN_STEP } from './second-factor.copy.js';

interface SignInStepProps {
  onDone: () => void;
  /** Leads back to the password. */
  onBack: () => void;
}

/** The second step of signing in. It has to be finished within five minutes of the password. */
export function SignInStep({ onDone, onBack }: SignInStepProps) {
  const send = async (code: string) => {
    try {
      await finishSignIn(code);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      toast({ title: SIGN_IN_STEP.ended, text: error.message, kind: 'error' });
      onBack();
    }
  };

  return (
    <>
      <PageTitle title={SIGN_IN_STEP.title}>{SIGN_IN_STEP.title}</PageTitle>
      <p>{SIGN_IN_STEP.lead}</p>
      <CodeForm submit={SIGN_IN_STEP.submit} size="answer" send={send} />
      <div className="flex flex-col gap-3 border-t border-edge pt-5">
        <Button variant="secondary" onClick={onBack}>
          {SIGN_IN_STEP.back}
        </Button>
        <p className="text-meta text-muted">{SIGN_IN_STEP.lost}</p>
      </div>
    </>
  );
}
