import { PAGES } from '@contract/paths';
import { invitationToken } from '@contract/pasted-fields';
import { RULES } from '@contract/text-rules';
import { useNavigate } from 'react-router-dom';
import { type FieldProps, useTextForm } from '../../../lib/hooks/use-text-form.js';
import { Button } from '../../../ui/button.js';
import { Form } from '../../../ui/forms/form.js';
import { SelectField, TextField } from '../../../ui/forms/fields.js';
import { FIELDS, JOIN, WAYS_IN } from '../buildings.copy.js';

const { entrance, apartment } = RULES.member;
export const HOME_CHECKS = { apartment, entrance };

interface HomeFieldsProps {
  field: (name: 'apartment' | 'entrance') => FieldProps;
  /** The building's entrances, to choose from; without any, the person types one. */
  entrances?: string[];
}

/** Asks for apartment and entrance: apartment numbers repeat from one entrance to the next. */
export function HomeFields({ field, entrances = [] }: HomeFieldsProps) {
  return (
    <>
      <ApartmentField {...field('apartment')} />
      {entrances.length > 1 ? (
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

export function ApartmentField(props: FieldProps) {
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
