import { RULES } from '@contract/text-rules';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/http.js';
import { type FieldProps, useTextForm } from './use-text-form.js';

const { name, address } = RULES.building;
const send = vi.fn<(values: Record<'name' | 'address', string>) => Promise<void>>();
const onCodeNeeded = vi.fn();
const onFailure = vi.fn();

function Field({ label, error, ...input }: FieldProps & { label: string }) {
  return (
    <label>
      {label} <input {...input} />
      {error && <em>{error}</em>}
    </label>
  );
}

function Form() {
  const form = useTextForm({ name, address }, { initial: { name: 'Eken' } });
  const [isShort, shorten] = useState(false);
  const submit = form.submit(
    async (values) => {
      await send(values);
      form.reset();
    },
    { onCode: { 'gate.session_required': onCodeNeeded }, failed: 'Inte sparat' },
  );
  return (
    <form onSubmit={(event) => void submit(event).then(onFailure)}>
      {!isShort && <Field label="Namn" {...form.field('name')} />}
      <Field label="Adress" {...form.field('address')} />
      <button disabled={form.busy}>Spara</button>
      <button type="button" onClick={() => shorten(!isShort)}>
        Vik
      </button>
    </form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false });
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = (text: string) => act(() => Promise.resolve(fireEvent.click(screen.getByText(text))));

beforeEach(() => {
  send.mockReset().mockResolvedValue();
  onCodeNeeded.mockReset();
  onFailure.mockReset();
  render(<Form />);
});

it('sends trimmed texts, and afterwards shows the first ones again', async () => {
  type('Namn', ' Linden ');
  type('Adress', 'Storgatan 12');
  await press('Spara');
  expect(send.mock.calls).toEqual([[{ name: 'Linden', address: 'Storgatan 12' }]]);
  expect([field('Namn').value, field('Adress').value]).toEqual(['Eken', '']);
});

it('sends what the browser has filled in without an event', async () => {
  field('Adress').value = 'Storgatan 12';
  await press('Spara');
  expect(send.mock.calls).toEqual([[{ name: 'Eken', address: 'Storgatan 12' }]]);
});

it('keeps the text of a field that was away for a while', async () => {
  type('Namn', 'Linden');
  await press('Vik');
  expect(screen.queryByLabelText('Namn', { exact: false })).toBeNull();
  await press('Vik');
  expect(field('Namn').value).toBe('Linden');
});

it('marks what the server refused until it is edited, and keeps the texts', async () => {
  send.mockRejectedValue(new ApiError(400, 'request.invalid', '', { address: 'Finns inte' }));
  type('Adress', 'Storgatan 12');
  await press('Spara');
  expect(field('Adress').value).toBe('Storgatan 12');
  expect(document.activeElement).toBe(field('Adress'));
  screen.getByText('Finns inte');
  type('Adress', 'Storgatan 14');
  expect(screen.queryByText('Finns inte')).toBeNull();
});

it('is busy until the answer has come, also when sending fails', async () => {
  let fail = () => undefined as void;
  send.mockReturnValue(new Promise((_, reject) => (fail = reject)));
  type('Adress', 'Storgatan 12');
  await press('Spara');
  const button = screen.getByText<HTMLButtonElement>('Spara');
  expect(button.disabled).toBe(true);
  await act(() => Promise.resolve(fail()));
  expect(button.disabled).toBe(false);
});

it('returns a failure that belongs to no field', async () => {
  send.mockRejectedValue(new ApiError(409, 'device.too_many', 'För många'));
  type('Adress', 'Storgatan 12');
  await press('Spara');
  expect(onFailure).toHaveBeenCalledExactlyOnceWith({ title: 'Inte sparat', text: 'För många' });
});

it('leaves a refusal to the caller that handles its code', async () => {
  send.mockRejectedValue(new ApiError(403, 'gate.session_required', 'Ange en kod'));
  type('Adress', 'Storgatan 12');
  await press('Spara');
  expect(onCodeNeeded).toHaveBeenCalledOnce();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(undefined);
});
