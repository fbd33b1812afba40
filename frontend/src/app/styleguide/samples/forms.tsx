import { Button } from '../../../ui/button.js';
import { LinkPanel } from '../../../ui/copyable.js';
import {
  CheckField,
  CONTROL,
  FieldFrame,
  SelectField,
  TextField,
} from '../../../ui/forms/fields.js';
import { Form } from '../../../ui/forms/form.js';
import { PasswordField } from '../../../ui/forms/password-field.js';

const ERROR = 'Ange fyra siffror i lägenhetsnumret';

function Fields() {
  return (
    <>
      <Form
        aria-label="Fält med fel"
        onSubmit={() => undefined}
        errors={{ messages: [ERROR, 'Lösenordet är fel'], summary: null }}
      >
        <TextField label="Namn" hint="Grannarna ser namnet vid larm." defaultValue="Anna Berg" />
        <TextField label="Lägenhetsnummer" error={ERROR} defaultValue="12" />
        <TextField label="Går inte att ändra" disabled defaultValue="Storgatan 12" />
        <PasswordField label="Lösenord" />
        <PasswordField label="Fel lösenord" error="Lösenordet är fel" />
        <FieldFrame label="Typ">
          {(wiring) => (
            <select {...wiring} className={CONTROL}>
              <option>Alla</option>
              <option>Brand</option>
            </select>
          )}
        </FieldFrame>
        <SelectField label="Uppgång" error="Välj en uppgång">
          <option>A</option>
          <option>B</option>
        </SelectField>
        <CheckField label="Jag vet att ResQ inte ersätter 112." />
        <CheckField label="Utan kryss" error="Kryssa i rutan" />
        <Button type="submit">Spara</Button>
      </Form>
      <LinkPanel
        label="Inbjudningslänk"
        hint="Gäller en gång."
        url="https://resq.example/join#Yk3s9vLQ2kq0sZp1xq7m2A"
      />
    </>
  );
}
export const fields = {
  Sample: Fields,
  shows: { Form, TextField, PasswordField, FieldFrame, SelectField, CheckField, LinkPanel },
};
