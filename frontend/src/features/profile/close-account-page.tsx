import { RULES } from '@contract/text-rules';
import { PAGES } from '@contract/paths';
import { failureTexts } from '../../lib/net/failure-texts.js';
import { leaveForGood } from '../../lib/session/sign-in.js';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ErrorSummary } from '../../ui/forms/error-summary.js';
import { Link } from '../../ui/link.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { toast } from '../../ui/toasts.js';
import { CLOSE } from './profile.copy.js';
import { closeAccount } from './profile-api.js';

/** `/app/profile/close`: closes the account, signs the user out, and leads to `AccountClosed`. */
export default function CloseAccountPage() {
  const form = useTextForm({ password: RULES.account.password });

  const submit = form.submit(async ({ password }) => {
    try {
      await closeAccount(password);
    } catch (error) {
      if (!form.refuse(error)) toast({ ...failureTexts(error), kind: 'error' });
      return;
    }
    leaveForGood();
  });

  return (
    <div className="mx-auto flex max-w-form flex-col gap-6">
      <PageTitle title={CLOSE.title}>{CLOSE.title}</PageTitle>
      <ul className="flex list-disc flex-col gap-2 pl-6 font-semibold">
        {CLOSE.consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{CLOSE.history}</p>
      <p>{CLOSE.export}</p>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <ErrorSummary place={form.summary} messages={form.messages} />
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
      </form>
    </div>
  );
}
