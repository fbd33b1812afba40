import { RULES } from '@contract/limits';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTextForm } from '../../lib/use-text-form.js';
import { useTimed } from '../../lib/use-timed.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/text-field.js';
import { INTEREST } from './landing.copy.js';

type Kind = keyof typeof INTEREST.types;

const KINDS: Kind[] = ['private', 'brf'];
const THANKS_SHOWN_MS = 3_000;
const { name, email, phone, address } = RULES.interest;

/** Checked, never sent: see docs/decisions. */
export function InterestForm() {
  const [kind, setKind] = useState<Kind>('private');
  const [thanked, showThanks] = useTimed<true>(THANKS_SHOWN_MS);
  const form = useTextForm({ name, email, phone, address }, { report: 'first' });
  const [failing] = form.messages;

  const submit = form.submit(
    () => {
      form.reset();
      setKind('private');
      showThanks(true);
    },
    () => showThanks(undefined),
  );

  return (
    <form
      noValidate
      className="mt-6 flex max-w-form flex-col gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{INTEREST.typeLabel}</legend>
        <div className="flex flex-wrap gap-3">
          {KINDS.map((one) => (
            <label
              key={one}
              className="control-border flex min-h-12 grow items-center gap-3 rounded-card px-4 has-checked:border-primary has-checked:bg-surface"
            >
              <input
                type="radio"
                name="type"
                value={one}
                checked={kind === one}
                onChange={() => setKind(one)}
                className="size-5 accent-primary"
              />
              {INTEREST.types[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label={INTEREST.name[kind]}
        autoComplete={kind === 'brf' ? 'organization' : 'name'}
        {...form.field('name')}
      />
      <TextField
        label={INTEREST.email}
        type="email"
        autoComplete="email"
        {...form.field('email')}
      />
      <TextField label={INTEREST.phone} type="tel" autoComplete="tel" {...form.field('phone')} />
      <TextField
        label={INTEREST.address}
        autoComplete="street-address"
        {...form.field('address')}
      />
      {failing && (
        <p role="alert" className="flex items-start gap-2 font-semibold text-error">
          <CircleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
          {failing}
        </p>
      )}
      {thanked && !failing && (
        <p role="status" className="flex items-start gap-2 font-semibold text-ok-text">
          <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0" />
          {INTEREST.thanks}
        </p>
      )}
      <Button type="submit">{INTEREST.submit}</Button>
    </form>
  );
}
