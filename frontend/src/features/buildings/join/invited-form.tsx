import { PAGES } from '@contract/paths';
import { useNavigate } from 'react-router-dom';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { WAYS_IN } from '../buildings.copy.js';
import { invitationToken } from './invitation-token.js';
import { Form } from '../../../ui/forms/form.js';

const copy = WAYS_IN.invited;
const given = (value: unknown) => (String(value).trim() ? undefined : copy.empty);

export function InvitedForm() {
  const navigate = useNavigate();
  const form = useTextForm({ invitation: given });
  // The token goes into the fragment: a request's address must never contain it.
  const submit = form.submit(({ invitation }) =>
    navigate(`${PAGES.join}#${encodeURIComponent(invitationToken(invitation))}`),
  );
  return (
    <Form onSubmit={submit}>
      <TextField
        label={copy.label}
        hint={copy.hint}
        autoComplete="off"
        spellCheck={false}
        {...form.field('invitation')}
      />
      <Button type="submit">{copy.submit}</Button>
    </Form>
  );
}
