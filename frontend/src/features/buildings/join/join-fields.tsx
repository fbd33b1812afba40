import type { Home } from '@contract/alarm';
import type { InvitationView } from '@contract/http';
import { PAGES } from '@contract/paths';
import { invitationToken } from '@contract/pasted-fields';
import { RULES } from '@contract/text-rules';
import { useLocation, useNavigate } from 'react-router-dom';
import { type FieldProps, useTextForm } from '../../../lib/hooks/use-text-form.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Form } from '../../../ui/forms/form.js';
import { SelectField, TextField } from '../../../ui/forms/fields.js';
import { Link } from '../../../ui/link.js';
import { Notice } from '../../../ui/notice.js';
import { FIELDS, JOIN, WAYS_IN } from '../buildings.copy.js';

const { entrance, apartment } = RULES.member;
export const HOME_CHECKS = { apartment, entrance };

interface HomeFieldsProps {
  field: (name: 'apartment' | 'entrance') => FieldProps;
  /** The building's entrances, to choose from; without any, the person types one. */
  entrances?: string[];
  /** The home that the invitation was made for; it admits to no other. */
  invited?: Partial<Home>;
}

/** Asks for apartment and entrance: apartment numbers repeat from one entrance to the next. */
export function HomeFields({ field, entrances = [], invited = {} }: HomeFieldsProps) {
  const isFixed = invited.apartment !== undefined;
  return (
    <>
      <ApartmentField
        {...field('apartment')}
        {...(isFixed && { readOnly: true, hint: JOIN.madeFor })}
      />
      {isFixed && invited.entrance ? (
        <TextField label={JOIN.entrance} readOnly {...field('entrance')} />
      ) : entrances.length > 1 ? (
        <SelectField label={JOIN.entrance} {...field('entrance')}>
          <option value="">{JOIN.chooseEntrance}</option>
          {entrances.map((name) => (
            <option key={name} value={name} translate="no">
              {name}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField label={FIELDS.entrance} hint={FIELDS.entranceHint} {...field('entrance')} />
      )}
    </>
  );
}

export function NameField(props: FieldProps & { label?: string }) {
  return <TextField label={FIELDS.name} hint={FIELDS.nameHint} autoComplete="name" {...props} />;
}

export function ApartmentField(props: FieldProps & { readOnly?: boolean; hint?: string }) {
  return (
    <TextField
      label={FIELDS.apartment}
      hint={FIELDS.apartmentHint}
      inputMode="numeric"
      {...props}
    />
  );
}

const copy = WAYS_IN.invited;
const given = (value: unknown) => (invitationToken(String(value)) ? undefined : copy.empty);

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
        spellCheck={false}
        {...form.field('invitation')}
      />
      <Button type="submit">{copy.submit}</Button>
    </Form>
  );
}

/** Tells an invited visitor what ResQ is and what joining takes, and leads to an account. */
export function BeforeAccount({ invitation }: { invitation: InvitationView }) {
  const { pathname, hash } = useLocation();
  const from = pathname + hash;
  const { account, home } = JOIN.steps;
  return (
    <>
      <p>{JOIN.about}</p>
      <section aria-labelledby="how" className="flex flex-col gap-2">
        <h2 id="how" className="text-button">
          {JOIN.how}
        </h2>
        <ol className="flex list-decimal flex-col gap-1 pl-6">
          {[account, home, JOIN.steps[invitation.kind]].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <Notice>
        <p>{JOIN.accountFirst}</p>
        <div className="flex flex-wrap gap-3">
          <Link to={PAGES.auth} state={{ from, mode: 'signUp' }} className={buttonClass()}>
            {JOIN.toAccount}
          </Link>
          <Link to={PAGES.auth} state={{ from }} className={buttonClass({ variant: 'secondary' })}>
            {JOIN.hasAccount}
          </Link>
        </div>
      </Notice>
    </>
  );
}
