import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { useNavigate } from 'react-router-dom';
import { type FieldProps, useTextForm } from '../../../lib/hooks/use-text-form.js';
import { Button } from '../../../ui/button.js';
import { Form } from '../../../ui/forms/form.js';
import { TextField } from '../../../ui/forms/fields.js';
import { FIELDS, WAYS_IN } from '../buildings.copy.js';

const { entrance, apartment } = RULES.member;
export const HOME_CHECKS = { apartment, entrance };

interface HomeFieldsProps {
  field: (name: 'apartment' | 'entrance') => FieldProps;
}

/** Asks for apartment and entrance: apartment numbers repeat from one entrance to the next. */
export function HomeFields({ field }: HomeFieldsProps) {
  return (
    <>
      <ApartmentField {...field('apartment')} />
      <TextField
        label={FIELDS.entrance}
        hint={FIELDS.entranceHint}
        autoComplete="off"
        {...field('entrance')}
      />
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
      autoComplete="off"
      {...props}
    />
  );
}

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

/** A poster's code has eight characters, and so has the demo's code without its dash. */
const TYPED_CODE = /^[A-Z0-9]{8}$/;

export const isTypedCode = (token: string): boolean => TYPED_CODE.test(token);

/**
 * Reads a pasted link, a bare token, or a poster's code in any case and spacing.
 * @returns the token, or the poster's code in capitals without spaces
 */
export function invitationToken(pasted: string): string {
  const fragment = /#(.*)$/.exec(pasted)?.[1];
  const text = (fragment === undefined ? pasted : decodeFragment(fragment)).trim();
  const typed = text.replace(/[\s-]/g, '').toUpperCase();
  return isTypedCode(typed) ? typed : text;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
