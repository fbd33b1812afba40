import type { Alarm, ResponseKind } from '@contract/alarm';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.js';
import { responses } from '../commands/outbox.js';
import { kindOf } from '../model/alarm-rules.js';
import { COPY } from '../model/alarms.copy.js';
import { capital } from '../model/format.js';
import { homeStatesOf, KINDS, OWN_HOME, PLACES } from '../model/kinds.copy.js';
import { HelpAnswer } from './help-calls.js';
import { PlaceChips } from './place-chips.js';
import type { GivenResponse } from './use-alarms.js';

interface OwnResponseProps {
  alarm: Alarm;
  response: GivenResponse | undefined;
  /** The id of the line that says the response. */
  id: string | undefined;
  /** An action beside those of the response. */
  children?: ReactNode;
}

/** Shows the person's own response, with a way to change it. */
export function OwnResponse({ alarm, response, id, children }: OwnResponseProps) {
  const [changing, setChanging] = useState(false);
  // The pressed button is removed, and the focus would be lost with it. No answer takes it: a second
  // press of the same key would send that answer.
  const choice = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLParagraphElement>(null);
  const change = () => {
    flushSync(() => setChanging(true));
    choice.current?.focus();
  };
  const respond = (response: ResponseKind) => {
    flushSync(() => {
      setChanging(false);
      responses.submit(alarm, { response });
    });
    own.current?.focus();
  };
  if (!response || changing) {
    return (
      <>
        <div ref={choice} role="group" aria-label={COPY.incoming.answers} tabIndex={-1}>
          <ResponseButtons alarm={alarm} onRespond={respond} />
        </div>
        {children}
      </>
    );
  }
  const words = KINDS[kindOf(alarm)].responses.find((one) => one.response === response.response);
  const label = words?.label ?? capital(homeStatesOf(alarm)[response.response].words);
  return (
    <>
      <div className="fade-in leading-tight font-semibold">
        <p ref={own} id={id} tabIndex={-1}>
          {COPY.incoming.yourResponse(label)}
        </p>
        <p role="status" className="text-error">
          {troubleOf(response)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 *:flex-1">
        {!alarm.exercise && (
          <Button variant="secondary" onClick={change}>
            {COPY.incoming.change}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

function troubleOf({ unsaved }: GivenResponse): string {
  return unsaved?.refusal ?? (unsaved?.phase === 'late' ? COPY.incoming.notSentYet : '');
}

interface AfterResponseProps {
  alarm: Alarm;
  response: GivenResponse;
  ownId: string | undefined;
}

/** Asks a caller for the place, and shows who has seen the call and who comes. */
export function AfterResponse({ alarm, response, ownId }: AfterResponseProps) {
  return (
    <>
      {response.response === 'need_help' && <NeedHelpPlace alarm={alarm} place={response.place} />}
      <HelpAnswer alarm={alarm} ownId={ownId} response={response} />
    </>
  );
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
    <div className="grid gap-3 compact:gap-2">
      {KINDS[kindOf(alarm)].responses.map(({ response, label, hint }) => {
        const { Icon } = homeStatesOf(alarm)[response];
        return (
          <button
            key={response}
            type="button"
            onClick={() => onRespond(response)}
            className="flex min-h-16 items-center gap-3 rounded-card border-2 border-ink bg-page px-4 py-2 text-left text-button font-semibold text-ink low:min-h-12 low:py-1 low:leading-tight"
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
