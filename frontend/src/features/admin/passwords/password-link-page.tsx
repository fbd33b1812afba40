import { PASSWORD_LINK } from './password-link.copy.js';
import { PasswordLinkForm } from './password-link-form.js';
import { AdminPage } from '../admin-page.js';

/** `/admin/passwords`: creates a one-time link for a user who forgot the password. */
export default function PasswordLinkPage() {
  return (
    <AdminPage title={PASSWORD_LINK.title} width="form">
      {(turnAway) => <PasswordLinkForm turnAway={turnAway} />}
    </AdminPage>
  );
}
