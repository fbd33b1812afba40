import type { Home } from '@contract/alarm';
import { homeKeyIn } from '@contract/homes';
import type { ListedHome } from '@contract/http';
import { HOMES_PER_BUILDING } from '@contract/limits';
import { Upload } from 'lucide-react';
import { type ChangeEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { failureTexts, type FailureTexts } from '../../../lib/net/http.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { CONTROL, FieldFrame } from '../../../ui/forms/fields.js';
import { Loaded } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { FailureNotice, Notice } from '../../../ui/notice.js';
import { toast } from '../../../ui/toasts.js';
import { changeHomes, listHomes } from '../buildings-api.js';
import { entranceHeading } from '../buildings.copy.js';
import { BuildingFrame } from '../building-frame.js';
import { decode } from './table.js';
import { errorText, HOMES } from './homes.copy.js';
import { linesWith, withZero } from './read-homes.js';
import { useReadHomes, WhichColumns } from './use-read-homes.js';

/** `/building/homes`: enters the list of homes. */
export default function HomesPage() {
  return (
    <BuildingFrame title={HOMES.title}>
      {({ building }) => <Enter key={building.id} buildingId={building.id} />}
    </BuildingFrame>
  );
}

function Enter({ buildingId }: { buildingId: string }) {
  const loaded = useLoad(buildingId, (signal) => listHomes(buildingId, signal));
  return (
    <Loaded from={loaded} words={{ failed: HOMES.notLoaded }}>
      {(known) => (
        <EnterForm
          buildingId={buildingId}
          known={known}
          onAdded={(all) => loaded.change(() => all)}
        />
      )}
    </Loaded>
  );
}

interface EnterFormProps {
  buildingId: string;
  known: ListedHome[];
  onAdded: (all: ListedHome[]) => void;
}

function EnterForm({ buildingId, known, onAdded }: EnterFormProps) {
  const [text, setText] = useState('');
  const [isFile, setIsFile] = useState(false);
  const [failure, setFailure] = useState<Partial<FailureTexts>>();
  const [busy, setBusy] = useState(false);
  const fileId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const counts = useRef<HTMLParagraphElement>(null);
  const { homes, errors, table, choose, forget, columns, firstLine, ...read } = useReadHomes(
    text,
    isFile,
  );
  const listed = known.filter((home) => home.listed);
  const keyOf = homeKeyIn([...known, ...homes]);
  const keys = new Set(listed.map(keyOf));
  const added = homes.filter((home) => !keys.has(keyOf(home)));
  // Nothing is sent of a list that does not fit: nobody could see which of its homes were left out.
  const tooMany = read.tooMany || listed.length + added.length > HOMES_PER_BUILDING;

  const replace = (next: string, file: boolean) => {
    setText(next);
    setIsFile(file);
    setFailure(undefined);
  };

  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file can be chosen again after it was corrected.
    target.value = '';
    if (!file) return;
    const decoded = decode(new Uint8Array(await file.arrayBuffer()));
    if (decoded === undefined) return setFailure({ text: HOMES.excel });
    forget();
    replace(decoded, true);
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (tooMany || added.length === 0) {
      setFailure(tooMany ? { title: HOMES.failed, text: HOMES.tooMany } : { text: HOMES.nothing });
      area.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      onAdded(await changeHomes(buildingId, { add: added }));
      toast({ title: HOMES.done(added.length), text: HOMES.doneText, kind: 'success' });
      replace(linesWith(text, errors, firstLine), isFile);
    } catch (error) {
      setFailure({ ...failureTexts(error), title: HOMES.failed });
    }
    setBusy(false);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      <div className="flex max-w-form flex-col gap-4">
        <FieldFrame label={HOMES.field} hint={HOMES.hint}>
          {(wiring) => (
            <textarea
              {...wiring}
              ref={area}
              rows={8}
              spellCheck={false}
              autoComplete="off"
              translate="no"
              value={text}
              onChange={({ target }) => replace(target.value, isFile && target.value !== '')}
              className={`${CONTROL} font-mono`}
            />
          )}
        </FieldFrame>
        <p className="text-meta text-muted">{HOMES.numbers}</p>
        <div>
          <label htmlFor={fileId} className={buttonClass({ variant: 'secondary' })}>
            <Upload aria-hidden="true" className="size-5" />
            <span>{HOMES.file}</span>
          </label>
          <input
            id={fileId}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void readFile(event)}
            className="sr-only"
          />
          <p className="mt-2 text-meta text-muted">{HOMES.fileHint}</p>
        </div>
        {table && <WhichColumns table={table} columns={columns} onChoose={choose} />}
      </div>

      {text.trim() !== '' && (
        <section aria-label={HOMES.preview} className={`flex flex-col gap-4 p-5 ${CARD}`}>
          <p role="status" ref={counts} tabIndex={-1} className="font-semibold outline-none">
            {HOMES.counts(added.length, homes.length - added.length, errors.length)}
          </p>
          {tooMany && <Notice kind="error">{HOMES.tooMany}</Notice>}
          {errors.length > 0 && (
            <ul className="flex flex-col gap-2">
              {errors.map((error) => (
                <li
                  key={`${error.line} ${errorText(error)}`}
                  className="flex flex-wrap items-center justify-between gap-3"
                >
                  <span>
                    <Names in={errorText(error)} />
                  </span>
                  {error.kind === 'zero' && (
                    <Button
                      variant="secondary"
                      onClick={() => {
                        replace(withZero(text, error), isFile);
                        // The pressed button disappears; the next one comes after the counts.
                        counts.current?.focus();
                      }}
                    >
                      {HOMES.addZero}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          <Preview homes={added} />
        </section>
      )}
      {failure && <FailureNotice {...failure} />}
      <Button type="submit" busy={busy} className="self-start">
        {HOMES.submit(tooMany ? 0 : added.length)}
      </Button>
    </form>
  );
}

/** The new homes by entrance. */
function Preview({ homes }: { homes: Home[] }) {
  const entrances = [...new Set(homes.map(({ entrance }) => entrance ?? ''))];
  return (
    <dl className="flex flex-col gap-3">
      {entrances.map((entrance) => (
        <div key={entrance}>
          <dt className="text-meta text-muted">
            <Names in={entranceHeading(entrance, HOMES.noEntrance)} />
          </dt>
          <dd translate="no" className="font-mono">
            {homes
              .filter((home) => (home.entrance ?? '') === entrance)
              .map(({ apartment }) => apartment)
              .join(' ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
