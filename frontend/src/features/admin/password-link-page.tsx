import type { CreatedResetLink } from '@contract/http';
import { RULES } from '@contract/text-rules';
import { useState } from 'react';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { request } from '../../lib/net/http.js';
import { longMoment } from '../../lib/time/dates.js';
import { Button } from '../../ui/button.js';
import { LinkPanel } from '../../ui/copyable.js';
import { Form } from '../../ui/forms/form.js';
import { TextField } from '../../ui/forms/fields.js';
import { AdminPage } from './admin-page.js';
import { linkHint, linkLabel, PASSWORD_LINK } from './admin.copy.js';

/** `/admin/passwords`: creates a one-time link for a user who forgot the password. */
export default function PasswordLinkPage() {
  return (
    <AdminPage title={PASSWORD_LINK.title} width="form">
      {(turnAway) => <PasswordLinkForm turnAway={turnAway} />}
    </AdminPage>
  );
}

const makeLink = (email: string) =>
  request<CreatedResetLink>('POST', '/admin/reset-links', { email });

function PasswordLinkForm({ turnAway }: { turnAway: () => void }) {
  const form = useTextForm({ email: RULES.account.email });
  const [made, setMade] = useState<CreatedResetLink & { email: string }>();

  const submit = form.submit(
    async ({ email }) => {
      setMade(undefined);
      setMade({ ...(await makeLink(email)), email });
    },
    { failed: PASSWORD_LINK.failed, onCode: { 'auth.admin_required': turnAway } },
  );

  return (
    <>
      <Form onSubmit={submit}>
        <p>{PASSWORD_LINK.lead}</p>
        <TextField label={PASSWORD_LINK.email} type="email" {...form.field('email')} />
        <Button type="submit" busy={form.busy}>
          {PASSWORD_LINK.submit}
        </Button>
      </Form>
      {made && (
        <LinkPanel
          key={made.url}
          label={linkLabel(made.email)}
          hint={linkHint(longMoment(made.expiresAt))}
          url={made.url}
        />
      )}
    </>
  );
}
