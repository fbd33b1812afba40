import { loadMe } from '../../../lib/session/me.js';
import { Loading } from '../../../ui/loading.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { RetryNotice } from '../../../ui/retry-notice.js';
import { PASSWORD_LINK } from './password-link.copy.js';
import { PasswordLinkForm } from './password-link-form.js';
import { SecondFactorMissing } from '../second-factor-missing.js';
import { useAdminCheck } from '../use-admin-check.js';

/** `/admin/passwords`: creates a one-time link for a user who forgot the password. */
export default function PasswordLinkPage() {
  const { state, turnAway } = useAdminCheck();
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageTitle title={PASSWORD_LINK.title}>{PASSWORD_LINK.title}</PageTitle>
      {state === 'checking' && <Loading text={PASSWORD_LINK.checking} />}
      {state === 'failed' && (
        <RetryNotice retry={PASSWORD_LINK.retry} onRetry={loadMe}>
          {PASSWORD_LINK.notChecked}
        </RetryNotice>
      )}
      {state === 'missing' && <SecondFactorMissing />}
      {state === 'admin' && <PasswordLinkForm turnAway={turnAway} />}
    </div>
  );
}
