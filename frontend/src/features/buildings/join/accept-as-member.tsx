import type { InvitationView, Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { isolated } from '@contract/written-text';
import { useNavigate } from 'react-router-dom';
import { type SubmitOptions, useTextForm } from '../../../lib/hooks/use-text-form.js';
import { loadMe } from '../../../lib/session/me.js';
import { forgetInvitation } from '../../../lib/session/opened-invitation.js';
import { selectBuilding } from '../../../lib/session/selected-building.js';
import { Button } from '../../../ui/button.js';
import { Form } from '../../../ui/forms/form.js';
import { Names } from '../../../ui/names.js';
import { passFocusOn } from '../../../ui/pages/pass-focus-on.js';
import { toast } from '../../../ui/toasts.js';
import { accept } from '../buildings-api.js';
import { JOIN, memberHomeText } from '../buildings.copy.js';

const COPY = {
  manager: 'Du är inbjuden som ansvarig. Då kan du bjuda in, ta bort och hålla övningar.',
  become: 'Bli ansvarig',
  isManager: { title: 'Du är ansvarig.' },
} as const;

/** @returns whether a personal link brings something new to somebody who is a member or waits */
export const bringsNew = ({ kind, role }: InvitationView, known: Membership): boolean =>
  kind === 'personal' &&
  (known.status === 'pending' || (role === 'manager' && known.role === 'resident'));

export interface AcceptFormProps {
  token: string;
  invitation: InvitationView;
  /** The refusals after which the page shows no form. */
  onCode: SubmitOptions['onCode'];
}

/** Accepts a personal link as the member who is known: name and home are not asked for again. */
export function AcceptAsMember({
  token,
  invitation,
  onCode,
  known,
}: AcceptFormProps & { known: Membership }) {
  const navigate = useNavigate();
  const form = useTextForm({});
  const isWaiting = known.status === 'pending';
  const submit = form.submit(
    async () => {
      await accept(token, { name: known.name });
      forgetInvitation();
      await loadMe();
      selectBuilding(known.building.id);
      toast({ ...(isWaiting ? JOIN.done : COPY.isManager), kind: 'success' });
      await navigate(isWaiting ? PAGES.check : PAGES.building, { replace: true });
    },
    { onCode },
  );
  return (
    <Form ref={passFocusOn} onSubmit={submit}>
      <p>
        <Names in={`${isolated(known.name)}, ${memberHomeText(known)}`} />
      </p>
      {invitation.role === 'manager' && <p>{COPY.manager}</p>}
      <Button type="submit" busy={form.busy}>
        {isWaiting ? JOIN.submit : COPY.become}
      </Button>
    </Form>
  );
}
