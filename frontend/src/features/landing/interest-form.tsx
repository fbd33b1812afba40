import { RULES } from '@contract/text-rules';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type Ref, type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { useTimed } from '../../lib/hooks/use-timed.js';
import { Button } from '../../ui/button.js';
import { CARD } from '../../ui/card.js';
import { Form } from '../../ui/forms/form.js';
import { TextField } from '../../ui/forms/text-field.js';
import { Band } from '../../ui/pages/band.js';
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
    if (!thanked) return submit(event);
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
      {thanked && !failing && (
        <p role="status" className="flex items-start gap-2 font-semibold text-ok-text">
          <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0" />
          <span>{INTEREST.thanks}</span>
        </p>
      )}
    </Form>
  );
}

/** The target of the page's buttons. It takes the focus, so that Tab continues inside it. */
export function Interest({ ref }: { ref: Ref<HTMLElement> }) {
  return (
    <Band
      ref={ref}
      tone="surface"
      tabIndex={-1}
      aria-labelledby="interest"
      className="-scroll-mt-16 border-b-0 outline-none"
    >
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <div>
          <h2 id="interest" className="text-band">
            {INTEREST.heading}
          </h2>
          <p className="mt-3">{INTEREST.lead}</p>
        </div>
        <div className={`bg-page p-5 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 ${CARD}`}>
          <InterestForm />
        </div>
        <div className="flex flex-col gap-8">
          <div>
            <h3 className="text-button">{INTEREST.forWhom}</h3>
            <dl className="mt-3 flex flex-col gap-3">
              {INTEREST.groups.map(({ who, text }) => (
                <div key={who}>
                  <dt className="font-semibold">{who}</dt>
                  <dd className="text-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
          <div>
            <h3 className="text-button">{INTEREST.then}</h3>
            <ol className="mt-3 flex list-decimal flex-col gap-2 pl-6 text-muted marker:font-semibold marker:text-primary">
              {INTEREST.next.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </Band>
  );
}
