import type { Alarm, AlarmResponse } from '@contract/alarm';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { COPY } from '../model/alarms.copy.js';
import { KIND_WORDS, OWN_HOME, PLACES, RESPONSE_WORDS } from '../model/kinds.copy.js';
import { HelpAnswer } from './help/help-answer.js';
import { ResponseButtons } from './response-buttons.js';
import { type PendingResponse, respond } from '../commands/respond.js';
import { PlaceChips } from './place-chips.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { kindOf } from '../model/alarm-rules.js';
import { capital } from '../model/format.js';

interface OwnResponseProps {
  alarm: Alarm;
  response: AlarmResponse | PendingResponse | undefined;
  ownId: string | undefined;
}

/** Shows the person's own response, with a way to change it. */
export function OwnResponse({ alarm, response, ownId }: OwnResponseProps) {
  const [changing, setChanging] = useState(false);
  if (!response || changing) {
    return (
      <ResponseButtons
        alarm={alarm}
        onRespond={(response) => {
          setChanging(false);
          void respond(alarm, response);
        }}
      />
    );
  }
  const words = KIND_WORDS[kindOf(alarm)].responses.find(
    (one) => one.response === response.response,
  );
  const label = words?.label ?? capital(RESPONSE_WORDS[response.response]);
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">{COPY.incoming.yourResponse(label)}</p>
        {!alarm.exercise && (
          <Button variant="secondary" onClick={() => setChanging(true)}>
            {COPY.incoming.change}
          </Button>
        )}
      </div>
      <ReservedSpace for={COPY.incoming.notSentYet} className="font-semibold text-error">
        <p role="status">{trouble(response)}</p>
      </ReservedSpace>
      <HelpAnswer alarm={alarm} ownId={ownId} response={response} />
      {response.response === 'need_help' && <NeedHelpPlace alarm={alarm} place={response.place} />}
    </section>
  );
}

function trouble(response: AlarmResponse | PendingResponse): string {
  if (!('late' in response)) return '';
  return response.refusal ?? (response.late ? COPY.incoming.notSentYet : '');
}

/** Asks for the place after the call for help is sent: without a place, help comes to the flat. */
function NeedHelpPlace({ alarm, place = '' }: { alarm: Alarm; place: string | undefined }) {
  return (
    <PlaceChips
      legend={COPY.incoming.where}
      places={[
        { label: OWN_HOME, value: '' },
        ...PLACES.map((one) => ({ label: one, value: one })),
      ]}
      chosen={place}
      onChoose={(value) => void respond(alarm, 'need_help', value || undefined)}
    />
  );
}
