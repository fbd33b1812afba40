import { checkText } from '@contract/check-text';
import type {
  AdministeredBuilding,
  Building,
  CreatedBuilding,
  CreatedInvitation,
  Page,
} from '@contract/http';
import { RULES } from '@contract/text-rules';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePages } from '../../../lib/hooks/use-load.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { ApiError, failureTexts, request } from '../../../lib/net/http.js';
import { longDate } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { LinkPanel } from '../../../ui/copyable.js';
import { Form } from '../../../ui/forms/form.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Names } from '../../../ui/names.js';
import { Paged } from '../../../ui/paged.js';
import { Section } from '../../../ui/pages/page.js';
import { toast } from '../../../ui/toasts.js';
import { AdminPage } from '../admin-page.js';
import { BuildingsTable } from './buildings-table.js';
import { BUILDINGS, closeQuestion, linkHint, linkLabel, nothingFound } from './buildings.copy.js';

/** `/admin/buildings`: the buildings of the installation, and the links for their managers. */
export default function BuildingsPage() {
  return (
    <AdminPage title={BUILDINGS.title} className="gap-8">
      {(turnAway) => <Buildings turnAway={turnAway} />}
    </AdminPage>
  );
}

function Buildings({ turnAway }: { turnAway: () => void }) {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const pages = usePages(query, (before, signal) => list({ before, query, signal }));
  const [link, setLink] = useState<CreatedInvitation & { name: string }>();
  const [toClose, setToClose] = useState<Building>();
  const [busyId, setBusyId] = useState<string>();

  /** @returns whether it was done; a failure is shown */
  const attempt = async (id: string, failed: string, act: () => Promise<void>) => {
    setBusyId(id);
    try {
      await act();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.admin_required') turnAway();
      else toast({ ...failureTexts(error), title: failed, kind: 'error' });
    }
    setBusyId(undefined);
  };
  const makeLink = ({ id, name }: Building) =>
    attempt(id, BUILDINGS.notLinked, async () => {
      setLink(undefined);
      setLink({ ...(await inviteManager(id)), name });
    });
  const close = ({ id, name }: Building) => {
    setToClose(undefined);
    void attempt(id, BUILDINGS.notClosed, async () => {
      await request<undefined>('DELETE', `/admin/buildings/${id}`);
      toast({ title: BUILDINGS.closed, text: name, kind: 'success' });
      await pages.reload();
    });
  };

  return (
    <>
      <p className="max-w-measure text-muted">{BUILDINGS.lead}</p>
      <Section heading={BUILDINGS.create}>
        <CreateForm
          turnAway={turnAway}
          onCreated={({ name, invitation }) => {
            setLink({ ...invitation, name });
            void pages.reload();
          }}
        />
        {link && (
          <LinkPanel
            key={link.url}
            label={<Names in={linkLabel(link.name)} />}
            hint={linkHint(longDate(link.expiresAt))}
            url={link.url}
          />
        )}
      </Section>
      <Search query={query} onSearch={(q) => setParams(q ? { q } : {}, { replace: true })} />
      <Paged
        pages={pages}
        words={{ ...BUILDINGS, empty: query ? nothingFound(query) : BUILDINGS.empty }}
      >
        {(items) => (
          <BuildingsTable
            buildings={items}
            busyId={busyId}
            onLink={(one) => void makeLink(one)}
            onClose={setToClose}
          />
        )}
      </Paged>
      {toClose && (
        <CloseBuilding
          building={toClose}
          onConfirm={() => close(toClose)}
          onClose={() => setToClose(undefined)}
        />
      )}
    </>
  );
}

interface CloseBuildingProps {
  building: Building;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for the building's name: closing the wrong one would silence its alarms. */
function CloseBuilding({ building: { name }, onConfirm, onClose }: CloseBuildingProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const confirm = () => {
    if (field.current?.value.trim() === name) return onConfirm();
    setWrong(true);
    field.current?.focus();
  };
  return (
    <ConfirmDialog
      title={closeQuestion(name)}
      confirm={BUILDINGS.close}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{BUILDINGS.closeText}</p>
      <TextField
        ref={field}
        className="mt-4"
        label={BUILDINGS.closeField}
        error={isWrong ? BUILDINGS.wrongName : undefined}
        onChange={() => setWrong(false)}
      />
    </ConfirmDialog>
  );
}

interface CreateFormProps {
  turnAway: () => void;
  onCreated: (building: CreatedBuilding) => void;
}

function CreateForm({ turnAway, onCreated }: CreateFormProps) {
  const { name, address } = RULES.building;
  const form = useTextForm({ name, address });
  const submit = form.submit(
    async (body) => {
      onCreated(await request<CreatedBuilding>('POST', '/admin/buildings', body));
      form.reset();
    },
    { failed: BUILDINGS.notCreated, onCode: { 'auth.admin_required': turnAway } },
  );
  return (
    <Form className={`gap-4 bg-surface p-5 ${CARD}`} onSubmit={submit}>
      <p className="text-muted">{BUILDINGS.createHint}</p>
      <div className="grid items-start gap-4 md:grid-cols-3">
        <TextField label={BUILDINGS.name} {...form.field('name')} />
        <TextField label={BUILDINGS.address} {...form.field('address')} />
        <Button type="submit" className="mt-1 md:justify-self-start xl:mt-8.75" busy={form.busy}>
          {BUILDINGS.submit}
        </Button>
      </div>
    </Form>
  );
}

interface SearchProps {
  query: string;
  onSearch: (query: string) => void;
}

function Search({ query, onSearch }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  // Back and forward change the query as well. A new field would lose the focus.
  useEffect(() => {
    if (field.current) field.current.value = query;
  }, [query]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const typed = field.current?.value ?? '';
    const found = checkText(RULES.building.search, typed);
    setProblem(found);
    if (found) field.current?.focus();
    else onSearch(typed.trim());
  };
  const showAll = () => {
    setProblem(undefined);
    // The pressed button disappears.
    field.current?.focus();
    onSearch('');
  };
  return (
    <form noValidate role="search" className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <TextField
        ref={field}
        name="q"
        type="search"
        label={BUILDINGS.search}
        className="grow sm:max-w-form"
        defaultValue={query}
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <Button type="submit" variant="secondary">
        {BUILDINGS.find}
      </Button>
      {query && (
        <Button variant="secondary" onClick={showAll}>
          {BUILDINGS.showAll}
        </Button>
      )}
    </form>
  );
}

interface Wanted {
  before: string | undefined;
  query: string;
  signal?: AbortSignal;
}

function list({ before, query, signal }: Wanted): Promise<Page<AdministeredBuilding>> {
  const params = new URLSearchParams({ ...(query && { q: query }), ...(before && { before }) });
  const asked = params.size > 0 ? `?${params}` : '';
  return request('GET', `/admin/buildings${asked}`, undefined, { signal });
}

const inviteManager = (buildingId: string) =>
  request<CreatedInvitation>('POST', `/buildings/${buildingId}/invitations`, {
    kind: 'personal',
    role: 'manager',
  });
