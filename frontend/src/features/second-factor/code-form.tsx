import { RULES } from '@contract/text-rules';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useTextForm } from '../../lib/hooks/use-text-form.js';
import { Button, type ButtonSize } from '../../ui/button.js';
import { Form } from '../../ui/forms/form.js';
import { TextField } from '../../ui/forms/fields.js';
import { Notice } from '../../ui/notice.js';
import { CODE } from './second-factor.copy.js';

const { code } = RULES.secondFactor;

interface CodeFormProps {
  submit: string;
  size?: ButtonSize;
  /** Sends the code. The form shows why it was refused. */
  send: (code: string) => Promise<unknown>;
  /** True while an app is set up: only its code is right, and there is something to read before. */
  isFirst?: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

/** Asks for a code of the user's app, or for a recovery code. */
export function CodeForm({ isFirst = false, ...form }: CodeFormProps) {
  const [kind, setKind] = useState<keyof typeof CODE>('app');
  return (
    <>
      <KindForm key={kind} kind={kind} autoFocus={!isFirst} {...form} />
      {!isFirst && (
        <Button
          variant="plain"
          className="self-start"
          onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
        >
          {CODE[kind].other}
        </Button>
      )}
    </>
  );
}

interface KindFormProps extends Omit<CodeFormProps, 'isFirst'> {
  kind: keyof typeof CODE;
  /** Whether the field takes the focus when it appears. */
  autoFocus: boolean;
}

function KindForm({ kind, submit, size, send, autoFocus, children }: KindFormProps) {
  const form = useTextForm({ code });
  const [failure, setFailure] = useState<string>();
  const field = form.field('code');
  const { label, hint } = CODE[kind];

  const sendCode = form.submit((values) => send(values.code));
  /** Shows a failure in the form: a dialog would cover a toast. */
  const check = async (event: SyntheticEvent) => {
    setFailure(undefined);
    setFailure((await sendCode(event))?.text);
  };

  return (
    <Form onSubmit={check}>
      <TextField
        label={label}
        hint={hint}
        autoFocus={autoFocus}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        {...field}
      />
      {/* The focus may be in the field already, and would then announce no new error. */}
      <p role="alert" className="sr-only">
        {field.error}
      </p>
      {failure && (
        <Notice kind="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size={size} className={size && 'grow'} busy={form.busy}>
          {submit}
        </Button>
        {children}
      </div>
    </Form>
  );
}
