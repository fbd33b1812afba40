import { RULES } from '@contract/text-rules';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { useTimed } from '../../lib/hooks/use-timed.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { TextField } from '../../ui/forms/fields.js';
import { isEmpty } from '../../ui/forms/is-empty.js';
import { INTEREST } from './landing.copy.js';

type Kind = keyof typeof INTEREST.types;

const KINDS: Kind[] = ['private', 'brf'];
const THANKS_SHOWN_MS = 3_000;
const { name, email, phone, address } = RULES.interest;

/** Checks the input but sends nothing: see docs/decisions/0007. */
export function InterestForm() {
  const [kind, setKind] = useState<Kind>('private');
  const [thanked, showThanks] = useTimed<true>(THANKS_SHOWN_MS);
  const form = useTextForm({ name, email, phone, address }, { report: 'first' });
  const [failing] = form.messages;

  const submit = form.submit(
    () => {
      form.reset();
      setKind('private');
      // On a slow phone the next click may already wait; it must meet the form that ignores it.
      flushSync(() => showThanks(true));
    },
    { onInvalid: () => showThanks(undefined) },
  );

  const submitOnce = (event: SyntheticEvent) => {
    // A click during the thanks would check the emptied form, and replace them with an error.
    if (!thanked || !isEmpty(event.currentTarget)) return submit(event);
    event.preventDefault();
    return undefined;
  };

  return (
    <Form className="gap-5" onSubmit={submitOnce}>
      <fieldset>
        <legend className="mb-2 font-semibold">{INTEREST.typeLabel}</legend>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {KINDS.map((one) => (
            <label
              key={one}
              className="control-border flex min-h-14 cursor-pointer items-center gap-3 rounded-card px-4 font-semibold hover:bg-surface has-checked:border-primary has-checked:bg-surface has-checked:outline-1 has-checked:outline-primary"
            >
              <input
                type="radio"
                name="type"
                value={one}
                checked={kind === one}
                onChange={() => setKind(one)}
                className="size-6 shrink-0 accent-primary"
              />
              <span>{INTEREST.types[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label={INTEREST.name[kind]}
        autoComplete={kind === 'brf' ? 'organization' : 'name'}
        enterKeyHint="next"
        {...form.field('name')}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label={INTEREST.email}
          type="email"
          autoComplete="email"
          enterKeyHint="next"
          {...form.field('email')}
        />
        <TextField
          label={INTEREST.phone}
          type="tel"
          autoComplete="tel"
          enterKeyHint="next"
          {...form.field('phone')}
        />
      </div>
      <TextField
        label={INTEREST.address}
        autoComplete="street-address"
        enterKeyHint="send"
        {...form.field('address')}
      />
      {failing && (
        <p role="alert" className="flex items-start gap-2 font-semibold text-error">
          <CircleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
          <span>{failing}</span>
        </p>
      )}
      <Button type="submit" size="answer" className="max-sm:text-body">
        {INTEREST.submit}
      </Button>
      {/* Always there, because screen readers announce only changes in it. */}
      <p role="status" className="flex items-start gap-2 font-semibold text-ok-text empty:absolute">
        {thanked && !failing && (
          <>
            <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0" />
            <span>{INTEREST.thanks}</span>
          </>
        )}
      </p>
    </Form>
  );
}
