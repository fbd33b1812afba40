import { tidyText } from '@contract/check-text';
import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { loadMe } from '../../../lib/session/me.js';
import { forgetInvitation } from '../../../lib/session/opened-invitation.js';
import { Button } from '../../../ui/button.js';
import { CheckField } from '../../../ui/forms/fields.js';
import { Form } from '../../../ui/forms/form.js';
import { Notice } from '../../../ui/notice.js';
import { passFocusOn } from '../../../ui/pages/pass-focus-on.js';
import { toast } from '../../../ui/toasts.js';
import { accept, withoutEmpty } from '../buildings-api.js';
import { JOIN } from '../buildings.copy.js';
import type { AcceptFormProps } from './accept-as-member.js';
import { HOME_CHECKS, HomeFields, NameField } from './join-fields.js';

/** @returns a home as the server reads it, to tell it from another one */
const homeText = (entrance: string, apartment: string): string =>
  `${tidyText(RULES.member.entrance, entrance)}/${tidyText(RULES.member.apartment, apartment)}`;

const ticked = (value: unknown) => (value === true ? undefined : JOIN.understoodMissing);

/** Asks a new member for name and home, and accepts the invitation. */
export function JoinForm({ token, invitation, onCode }: AcceptFormProps) {
  const navigate = useNavigate();
  const { role, entrance, apartment, entrances = [] } = invitation;
  const [elsewhere, setElsewhere] = useState(false);
  // The question about a home that is not in the list is about the home that was sent, and no other.
  const [sent, setSent] = useState<string>();
  const [notListed, setNotListed] = useState(false);
  const [unlisted, setUnlisted] = useState(false);
  const home = elsewhere ? {} : HOME_CHECKS;
  const form = useTextForm<string>(
    { name: RULES.member.name, ...home, understood: ticked },
    { initial: { ...(entrance && { entrance }), ...(apartment && { apartment }) } },
  );

  const submit = form.submit(
    async ({ name = '', apartment = '', entrance = '' }) => {
      const asked = homeText(entrance, apartment);
      const isOther = asked !== sent;
      if (isOther) {
        setSent(asked);
        setNotListed(false);
        setUnlisted(false);
      }
      const { status } = await accept(token, {
        ...withoutEmpty({ name, apartment, entrance }),
        ...(unlisted && !isOther && { unlisted }),
      });
      forgetInvitation();
      await loadMe();
      // A pending member stays: the page now shows that a manager must approve the membership.
      if (status !== 'active') return;
      // A phone shows one toast at a time.
      toast({ ...JOIN.done, text: `${JOIN.done.text} ${JOIN.household}`, kind: 'success' });
      await navigate(PAGES.check, { replace: true });
    },
    {
      onCode: { ...onCode, 'home.not_listed': () => setNotListed(true) },
    },
  );

  const isSent = homeText(form.valueOf('entrance'), form.valueOf('apartment')) === sent;

  return (
    <Form ref={passFocusOn} onSubmit={submit} errors={form}>
      <NameField {...form.field('name')} />
      {role === 'manager' && apartment === undefined && (
        <CheckField
          label={JOIN.elsewhere}
          checked={elsewhere}
          onChange={({ target }) => setElsewhere(target.checked)}
        />
      )}
      {!elsewhere && <HomeFields field={form.field} entrances={entrances} invited={invitation} />}
      {!elsewhere && notListed && isSent && (
        <Notice role="alert">
          <p>{JOIN.notListed}</p>
          <CheckField
            label={JOIN.unlisted}
            checked={unlisted}
            onChange={({ target }) => setUnlisted(target.checked)}
          />
        </Notice>
      )}
      <CheckField label={JOIN.understood} {...form.field('understood')} />
      <Button type="submit" busy={form.busy}>
        {JOIN.submit}
      </Button>
    </Form>
  );
}
