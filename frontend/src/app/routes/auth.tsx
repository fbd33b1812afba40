import AuthPage from '../../features/auth/auth-page.js';
import { SignInStep } from '../../features/second-factor/sign-in-step.js';

/** `/auth`. The second step is part of its chunk, so that no lost network comes between the steps. */
export default function AuthRoute() {
  return <AuthPage secondStep={(step) => <SignInStep {...step} />} />;
}
