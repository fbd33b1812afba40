import { checkText, type TextRule, tidyText } from '@contract/check-text';
import { type ChangeEvent, type RefCallback, type SyntheticEvent, useRef, useState } from 'react';
import { ApiError, failureTexts, type FailureTexts } from '../net/http.js';

/** Most fields are texts with a rule of the contract; a checkbox brings its own check. */
type Check = TextRule | ((value: unknown) => string | undefined);
/** A checkbox has a boolean, every other field a text. */
type Values = Record<string, string | boolean>;
type Messages = Record<string, string | undefined>;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The props that make a field of `ui` part of a form. */
export interface FieldProps {
  name: string;
  ref: RefCallback<Control>;
  onChange: (event: ChangeEvent<Control>) => void;
  error?: string;
}

interface Options<Name extends string> {
  /** `first` marks only the first failing field, as the specification requires on its pages. */
  report?: 'first' | 'all';
  initial?: Partial<Record<Name, string>>;
}

export interface SubmitOptions {
  /** Receives the first failing message. */
  onInvalid?: (first: string) => void;
  /** Called for a refusal with this code, in place of showing it. */
  onCode?: Partial<Record<ApiError['code'], (refusal: ApiError) => void>>;
  /** The title of a failure. */
  failed?: string;
}

/**
 * Manages a form of texts. An error stays at its field until that field is edited. The browser keeps
 * the texts, and a submit reads them there: some password managers fill a field without an event.
 * @param checks one per field, in the order in which they are checked and shown
 */
export function useTextForm<Name extends string>(
  checks: Record<Name, Check>,
  { report = 'all', initial }: Options<Name> = {},
) {
  const names = Object.keys(checks) as Name[];
  const first: Values = Object.fromEntries(names.map((name) => [name, initial?.[name] ?? '']));
  const controls = useRef(new Map<string, Control>());
  const [summary, setSummary] = useState<HTMLDivElement | null>(null);
  const [values, setValues] = useState(first);
  const [messages, setMessages] = useState<Messages>({});
  const [busy, setBusy] = useState(false);

  const read = (): Values => {
    const typed = names.map((name) => {
      const control = controls.current.get(name);
      return [name, control ? valueOf(control) : (values[name] ?? '')] as const;
    });
    return Object.fromEntries(typed);
  };

  const pointAt = (failing: Name[]) => {
    if (failing.length >= 2 && summary) summary.focus();
    else if (failing[0]) controls.current.get(failing[0])?.focus();
  };

  /** @returns true when the server refused fields, which now show its messages */
  const refuse = (error: unknown): boolean => {
    const fields: Messages = (error instanceof ApiError && error.fields) || {};
    const failing = names.filter((name) => fields[name]);
    const refused = Object.fromEntries(failing.map((name) => [name, fields[name]]));
    setMessages((now) => ({ ...now, ...refused }));
    pointAt(failing);
    return failing.length > 0;
  };

  return {
    field: (name: Name): FieldProps => ({
      name,
      ref: (control) => {
        if (!control || controls.current.get(name) === control) return;
        controls.current.set(name, control);
        fill(control, values[name]);
      },
      onChange: ({ target }) => {
        setValues((now) => ({ ...now, [name]: valueOf(target) }));
        setMessages((now) => ({ ...now, [name]: undefined }));
      },
      error: messages[name],
    }),

    /**
     * Sends valid texts. Fields that the server refuses show its messages.
     * @returns the handler of the form's event, which resolves to a failure that belongs to no field
     */
    submit:
      (
        send: (values: Record<Name, string>) => unknown,
        { onInvalid, onCode, failed }: SubmitOptions = {},
      ) =>
      async (event: SyntheticEvent): Promise<FailureTexts | undefined> => {
        event.preventDefault();
        const typed = read();
        const found = failuresOf(checks, typed, report);
        setValues(typed);
        setMessages(found);
        const failing = names.filter((name) => found[name]);
        if (failing[0]) {
          pointAt(failing);
          onInvalid?.(found[failing[0]] ?? '');
          return undefined;
        }
        setBusy(true);
        try {
          await send(cleaned(checks, typed) as Record<Name, string>);
          return undefined;
        } catch (error) {
          const refusal = error instanceof ApiError ? error : undefined;
          const handle = refusal && onCode?.[refusal.code];
          if (refusal && handle) handle(refusal);
          else if (!refuse(error)) {
            return { ...failureTexts(error), ...(failed && { title: failed }) };
          }
          return undefined;
        } finally {
          setBusy(false);
        }
      },

    valueOf: (name: Name): string => String(values[name] ?? ''),
    reset: () => {
      for (const [name, control] of controls.current) fill(control, first[name]);
      setValues(first);
      setMessages({});
    },
    busy,
    messages: names.flatMap((name) => messages[name] ?? []),
    /** The ref of the element that shows the number of errors. */
    summary: setSummary,
  };
}

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

function valueOf(control: Control): string | boolean {
  return isCheckbox(control) ? control.checked : control.value;
}

function fill(control: Control, value: string | boolean | undefined): void {
  if (isCheckbox(control)) control.checked = value === true;
  else control.value = String(value ?? '');
}

/** @returns the message of each failing field, or of the first one only */
function failuresOf(
  checks: Record<string, Check>,
  values: Values,
  report: 'first' | 'all',
): Messages {
  const failing = Object.entries(checks).flatMap(([name, check]) => {
    const value = values[name];
    const message = typeof check === 'function' ? check(value) : checkText(check, value);
    return message ? [[name, message] as const] : [];
  });
  return Object.fromEntries(report === 'first' ? failing.slice(0, 1) : failing);
}

/** Passwords are sent as typed; everything else as the server would tidy it. */
function cleaned(checks: Record<string, Check>, values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const check = checks[name];
    const asTyped = !check || typeof check === 'function' || typeof value !== 'string';
    return [name, asTyped ? value : tidyText(check, value)] as const;
  });
  return Object.fromEntries(entries);
}
