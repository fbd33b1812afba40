import type { InvitationView } from '@contract/http';
import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { useNavigate } from 'react-router-dom';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { loadMe } from '../../../lib/session/me.js';
import { forgetInvitation } from '../../../lib/session/opened-invitation.js';
import { Button } from '../../../ui/button.js';
import { CheckField } from '../../../ui/forms/check-field.js';
import { Form } from '../../../ui/forms/form.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { toast } from '../../../ui/toasts.js';
import { accept, withoutEmpty } from '../buildings-api.js';
import { FIELDS, JOIN } from '../buildings.copy.js';
import { HOME_CHECKS, HomeFields } from './home-fields.js';

const ticked = (value: unknown) => (value === true ? undefined : JOIN.understoodMissing);

interface JoinFormProps {
  token: string;
  invitation: InvitationView;
  /** Called when the server reports that the user is already a member of the building. */
  onAlready: () => void;
}

export function JoinForm({ token, invitation, onAlready }: JoinFormProps) {
  const navigate = useNavigate();
  const { entrance, apartment } = invitation;
  const form = useTextForm(
    { name: RULES.member.name, ...HOME_CHECKS, understood: ticked },
    { initial: { entrance, apartment } },
  );

  const submit = form.submit(
    async ({ name, apartment, entrance }) => {
      const { status } = await accept(token, withoutEmpty({ name, apartment, entrance }));
      forgetInvitation();
      await loadMe();
      // A pending member stays: the page now shows that a manager must approve the membership.
      if (status !== 'active') return;
      toast({ ...JOIN.done, kind: 'success' });
      await navigate(PAGES.check, { replace: true });
    },
    { onCode: { 'membership.already_exists': onAlready } },
  );

  return (
    <Form onSubmit={submit} errors={form}>
      <TextField
        label={FIELDS.name}
        hint={FIELDS.nameHint}
        autoComplete="name"
        {...form.field('name')}
      />
      <HomeFields field={form.field} />
      <CheckField label={JOIN.understood} {...form.field('understood')} />
      <Button type="submit" busy={form.busy}>
        {JOIN.submit}
      </Button>
    </Form>
  );
}
