import { checkText, type TextRule } from '@contract/limits';
import { useState } from 'react';
import {
  type ChangeHandler,
  type FieldErrors,
  type RefCallBack,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';
import { ApiError } from '../net/http.js';

/** Most fields are texts with a rule of the contract; a checkbox brings its own check. */
export type Check = TextRule | ((value: unknown) => string | undefined);
type Texts = Record<string, string>;
type Messages = Record<string, string | undefined>;

/** The props that make a field of `ui` part of a form. */
export interface FieldProps {
  name: string;
  ref: RefCallBack;
  onChange: ChangeHandler;
  onBlur: ChangeHandler;
  error?: string;
}

interface Options<Name extends string> {
  /** `first` marks only the first failing field, as the specification requires on its pages. */
  report?: 'first' | 'all';
  initial?: Partial<Record<Name, string>>;
}

/**
 * Manages a form of texts. An error stays at its field until that field is edited.
 * @param checks one per field, in the order in which they are checked and shown
 */
export function useTextForm<Name extends string>(
  checks: Record<Name, Check>,
  { report = 'all', initial }: Options<Name> = {},
) {
  const names = Object.keys(checks) as Name[];
  const [summary, setSummary] = useState<HTMLDivElement | null>(null);
  const form = useForm<Texts>({
    defaultValues: Object.fromEntries(names.map((name) => [name, initial?.[name] ?? ''])),
    resolver: resolverOf(checks, report),
    reValidateMode: 'onSubmit',
    // A summary takes the focus before any field, so `pointAt` sets the focus.
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control });
  const messages = messagesOf(form.formState.errors);

  const pointAt = (failing: string[]) => {
    if (failing.length >= 2 && summary) summary.focus();
    else if (failing[0]) form.setFocus(failing[0]);
  };

  return {
    field: (name: Name): FieldProps => ({
      ...form.register(name, { onChange: () => form.clearErrors(name) }),
      error: messages[name],
    }),

    /** @param onInvalid receives the first failing message */
    submit: (
      onValid: (values: Record<Name, string>) => void | Promise<void>,
      onInvalid?: (first: string) => void,
    ) =>
      form.handleSubmit(
        (values) => onValid(values as Record<Name, string>),
        (errors) => {
          const found = messagesOf(errors);
          const failing = names.filter((name) => found[name]);
          pointAt(failing);
          onInvalid?.(found[failing[0] ?? ''] ?? '');
        },
      ),

    /** @returns true when the server refused fields, which now show its messages */
    refuse: (error: unknown): boolean => {
      const fields: Messages = (error instanceof ApiError && error.fields) || {};
      const failing = names.filter((name) => fields[name]);
      for (const name of failing) form.setError(name, { message: fields[name] });
      pointAt(failing);
      return failing.length > 0;
    },

    valueOf: (name: Name): string => values[name] ?? '',
    reset: () => form.reset(),
    busy: form.formState.isSubmitting,
    messages: names.flatMap((name) => messages[name] ?? []),
    /** The ref of the element that shows the number of errors. */
    summary: setSummary,
  };
}

function resolverOf(checks: Record<string, Check>, report: 'first' | 'all'): Resolver<Texts> {
  return (values) => {
    const failing = Object.entries(checks).flatMap(([name, check]) => {
      const message = complaint(check, values[name]);
      return message ? [[name, { type: 'rule', message }] as const] : [];
    });
    if (failing.length === 0) return { values: cleaned(checks, values), errors: {} };
    const named = report === 'first' ? failing.slice(0, 1) : failing;
    return { values: {}, errors: Object.fromEntries(named) };
  };
}

function complaint(check: Check, value: unknown): string | undefined {
  return typeof check === 'function' ? check(value) : checkText(check, value);
}

/** Passwords are sent as typed; everything else is trimmed. */
function cleaned(checks: Record<string, Check>, values: Texts): Texts {
  const entries = Object.entries(values).map(([name, value]) => {
    const check = checks[name];
    const asTyped = typeof check === 'function' || check?.keepSpaces || typeof value !== 'string';
    return [name, asTyped ? value : value.trim()] as const;
  });
  return Object.fromEntries(entries);
}

function messagesOf(errors: FieldErrors<Texts>): Messages {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, error?.message?.toString()]),
  );
}
