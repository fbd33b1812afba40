import { isolated } from '@contract/written-text';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { CARD, IconCard, ItemCard } from '../../../ui/card.js';
import { DataTable } from '../../../ui/data-table.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { Loaded, Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { FailureNotice, Notice, RetryNotice } from '../../../ui/notice.js';
import { Paged } from '../../../ui/paged.js';
import { ResultPanel } from '../../../ui/pages/split-page.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { Step, STEP_RESULT, Steps, useSteps } from '../../../ui/steps.js';

const nothing = () => undefined;

function Notices() {
  return (
    <>
      <Notice>
        <p>Upplysning.</p>
      </Notice>
      <Notice kind="ok">
        <p>Det gick bra.</p>
      </Notice>
      <Notice kind="error">
        <p>Något är fel.</p>
      </Notice>
      <FailureNotice title="Kunde inte spara" text="Försök igen senare" />
      <RetryNotice onRetry={nothing}>Kunde inte ladda enheterna.</RetryNotice>
      <ResultPanel next={<Button>Till larmpanelen</Button>}>
        <p>
          <strong>Den här enheten är redo.</strong> <span>Senast testad i dag.</span>
        </p>
      </ResultPanel>
      <ResultPanel kind="info">
        <p>Nästan redo.</p>
      </ResultPanel>
      <ResultPanel kind="error">
        <p>Inte redo.</p>
      </ResultPanel>
    </>
  );
}
export const notices = {
  Sample: Notices,
  shows: { FailureNotice, Notice, RetryNotice, ResultPanel },
};

function Cards() {
  const [open, setOpen] = useState(false);
  const foldOf = useSteps([true, false, false]);
  return (
    <>
      <ul className="flex flex-col gap-3">
        <ItemCard>
          <p className="font-semibold">Chrome på Android</p>
          <Button variant="secondary">Ta bort</Button>
        </ItemCard>
        <IconCard Icon={BellRing} title="Larm med ljud" text="Hörs i hela huset." className="" />
      </ul>
      <section className={CARD}>
        <Disclosure heading="Starta ett hus" open={open} onToggle={() => setOpen(!open)}>
          <p>Innehållet.</p>
        </Disclosure>
      </section>
      <Steps>
        <Step {...foldOf(0)} number={1} name="Klart steg" state="done">
          <p>Innehållet.</p>
        </Step>
        <Step {...foldOf(1)} number={2} name="Steg som är kvar" state="left">
          <Button size="answer">Spela testljud</Button>
        </Step>
        <Step
          {...foldOf(2)}
          number={3}
          name="Trasigt steg"
          state="failed"
          result={<p className={STEP_RESULT}>Webbläsaren kan inte ta emot aviseringar.</p>}
        >
          <p>Innehållet.</p>
        </Step>
      </Steps>
    </>
  );
}
export const cards = { Sample: Cards, shows: { ItemCard, IconCard, Disclosure, Steps, Step } };

const COLUMNS = ['Namn', 'Lägenhet', 'Läge'];
const ROWS = [
  ['Anna Berg', '1203', 'Redo'],
  ['Karl Ek', '1301', 'Ljudet inte testat'],
];
const WORDS = { failed: 'Kunde inte ladda.', empty: 'Inget än.', more: 'Visa fler' };
const PAGE = {
  hasMore: true,
  failed: false,
  more: { busy: false, failed: false },
  reload: nothing,
  loadMore: nothing,
};

function Lists() {
  const loaded = (status: 'loading' | 'ready' | 'failed', data?: string[]) => (
    <Loaded from={{ status, data, reload: nothing }} words={WORDS}>
      {(all) => <p>{all.join(', ')}</p>}
    </Loaded>
  );
  return (
    <>
      <DataTable caption="Medlemmar" columns={COLUMNS} rows={ROWS} />
      <DataTable
        caption="Alltid kort på smala skärmar"
        columns={COLUMNS}
        rows={ROWS}
        wideFrom="xl"
      />
      <Loading />
      {loaded('ready', [])}
      {loaded('ready', ['Anna', 'Karl'])}
      {loaded('failed')}
      <Paged pages={{ ...PAGE, items: ['Anna', 'Karl'] }} words={WORDS}>
        {(all) => <p>{all.join(', ')}</p>}
      </Paged>
      <Paged pages={{ ...PAGE, more: { busy: true, failed: true }, items: ['Anna'] }} words={WORDS}>
        {(all) => <p>{all.join(', ')}</p>}
      </Paged>
      <p>
        <Names in={`Lägenhet ${isolated('1203')}, ${isolated('Anna Berg')}`} />
      </p>
      <ReservedSpace for="Plats för en lång text">
        <p>Kort text</p>
      </ReservedSpace>
    </>
  );
}
export const lists = {
  Sample: Lists,
  shows: { DataTable, Loading, Loaded, Paged, Names, ReservedSpace },
};
