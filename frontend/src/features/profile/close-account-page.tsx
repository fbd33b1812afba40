import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { useSession } from '../../lib/session/session.js';
import { leaveForGood } from '../../lib/session/sign-in.js';
import { longDate } from '../../lib/time/dates.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { Link } from '../../ui/link.js';
import { ResultPanel, SplitPage } from '../../ui/pages/split-page.js';
import { closeAccount } from './profile-api.js';
import { CLOSE } from './profile.copy.js';

/** `/app/profile/close`: closes the account, signs the user out, and leads to `AccountClosed`. */
export default function CloseAccountPage() {
  const form = useTextForm({ password: RULES.account.password });

  const submit = form.submit(async ({ password }) => {
    await closeAccount(password);
    leaveForGood();
  });

  return (
    <SplitPage title={CLOSE.title} awake={false}>
      <ul className="flex list-disc flex-col gap-2 pl-6 text-label font-semibold">
        {CLOSE.consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{CLOSE.history}</p>
      <p>{CLOSE.export}</p>
      <Form onSubmit={submit} errors={form}>
        <PasswordField
          label={CLOSE.password}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <div className="flex flex-wrap gap-3">
          <Link to={PAGES.profile} className={buttonClass({ variant: 'secondary' })}>
            {CLOSE.stay}
          </Link>
          <Button type="submit" variant="danger" busy={form.busy}>
            {CLOSE.submit}
          </Button>
        </div>
      </Form>
    </SplitPage>
  );
}

/** The page after an account was closed in this tab. */
export function AccountClosed() {
  const erasedBy = useSession((state) => state.erasedBy);
  return (
    <SplitPage title={CLOSE.closed} awake={false}>
      <ResultPanel
        next={
          <Link to={PAGES.home} className={buttonClass({ variant: 'secondary' })}>
            {CLOSE.toStart}
          </Link>
        }
      >
        {erasedBy && <p>{CLOSE.erased(longDate(erasedBy))}</p>}
        <p>{CLOSE.danger}</p>
      </ResultPanel>
    </SplitPage>
  );
}
