import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Step, Steps, useSteps } from './steps.js';

interface ThreeProps {
  done: boolean[];
  asking?: number;
}

function Three({ done, asking }: ThreeProps) {
  const foldOf = useSteps(done, asking);
  return (
    <Steps>
      {['Ljud', 'Avisering', 'Test'].map((name, n) => (
        <Step
          key={name}
          {...foldOf(n)}
          number={n + 1}
          name={name}
          state={done[n] ? 'done' : 'left'}
          result={<p>Resultat av {name}</p>}
        >
          <input aria-label={name} />
        </Step>
      ))}
    </Steps>
  );
}

let show: (props: ThreeProps) => void;
beforeEach(() => {
  const { rerender } = render(<Three done={[false, false, false]} />);
  show = (props) => rerender(<Three {...props} />);
});
const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const open = () =>
  screen
    .getAllByRole('button')
    .filter((one) => one.getAttribute('aria-expanded') === 'true')
    .map((one) => one.textContent);

it('opens the first step that is left, and folds it once it is finished', () => {
  expect(open()).toEqual(['1. LjudKvar']);
  show({ done: [true, false, false] });
  expect(open()).toEqual(['2. AviseringKvar']);
  screen.getByText('Resultat av Ljud');
  show({ done: [true, true, true] });
  expect(open()).toEqual([]);
});

it('opens a finished step again, one at a time, below a heading that says its state', () => {
  show({ done: [true, false, false] });
  press(/^1/);
  expect(open()).toEqual(['1. LjudKlart']);
  expect(screen.getByRole('heading', { level: 2, name: /^1\. Ljud\s?Klart$/ })).toBeDefined();
  press(/^1/);
  expect(open()).toEqual([]);
});

it('keeps the step that the user has chosen until that one is finished', () => {
  press(/^3/);
  show({ done: [true, false, false] });
  expect(open()).toEqual(['3. TestKvar']);
  show({ done: [true, false, true] });
  expect(open()).toEqual(['2. AviseringKvar']);
});

it('never folds a step that asks something', () => {
  show({ done: [true, true, false], asking: 2 });
  show({ done: [false, true, false], asking: 2 });
  expect(open()).toEqual(['3. TestKvar']);
  press(/^1/);
  expect(open()).toEqual(['3. TestKvar']);
});

it('keeps the input of a folded step', () => {
  fireEvent.change(screen.getByLabelText('Ljud'), { target: { value: 'kvar' } });
  press(/^2/);
  press(/^1/);
  expect(screen.getByLabelText<HTMLInputElement>('Ljud').value).toBe('kvar');
});
