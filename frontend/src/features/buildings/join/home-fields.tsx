import { RULES } from '@contract/text-rules';
import type { FieldProps } from '../../../lib/hooks/use-text-form.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { FIELDS } from '../buildings.copy.js';

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
