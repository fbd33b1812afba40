import type { Alarm, ResponseKind } from '@contract/alarm';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { responses } from '../commands/outbox.js';
import { kindOf } from '../model/alarm-rules.js';
import { COPY } from '../model/alarms.copy.js';
import { capital } from '../model/format.js';
import { KINDS, OWN_HOME, PLACES, RESPONSES } from '../model/kinds.copy.js';
import { HelpAnswer } from './help-calls.js';
import { PlaceChips } from './place-chips.js';
import type { GivenResponse } from './use-alarms.js';

interface OwnResponseProps {
  alarm: Alarm;
  response: GivenResponse | undefined;
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
          responses.submit(alarm, { response });
        }}
      />
    );
  }
  const words = KINDS[kindOf(alarm)].responses.find((one) => one.response === response.response);
  const label = words?.label ?? capital(RESPONSES[response.response].words);
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

function trouble({ unsaved }: GivenResponse): string {
  return unsaved?.refusal ?? (unsaved?.phase === 'late' ? COPY.incoming.notSentYet : '');
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
      onChoose={(value) =>
        responses.submit(alarm, { response: 'need_help', ...(value && { place: value }) })
      }
    />
  );
}

interface ResponseButtonsProps {
  alarm: Alarm;
  onRespond: (response: ResponseKind) => void;
}

/** The buttons are white and have icons, because many people cannot tell red and green apart. */
export function ResponseButtons({ alarm, onRespond }: ResponseButtonsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 compact:gap-2 low:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] low:min-[600px]:grid-cols-3">
      {KINDS[kindOf(alarm)].responses.map(({ response, label, hint }) => {
        const { Icon } = RESPONSES[response];
        return (
          <button
            key={response}
            type="button"
            onClick={() => onRespond(response)}
            className="flex min-h-16 items-center gap-3 rounded-card border-2 border-ink bg-page px-4 py-2 text-left text-button font-semibold text-ink low:flex-col low:justify-center low:gap-1 low:px-2 low:text-center low:text-body low:leading-tight low:max-[600px]:last:odd:col-span-full low:max-[600px]:last:odd:flex-row low:max-[600px]:last:odd:gap-3"
          >
            <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
            <span className="min-w-0">
              <span>{label}</span>
              {hint && <span className="block text-meta font-normal">{hint}</span>}
            </span>
          </button>
        );
      })}
    </div>
  );
}
