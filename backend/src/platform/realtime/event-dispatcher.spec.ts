import { UseGuards, UseInterceptors } from '@nestjs/common';
import { MessageBody, SubscribeMessage } from '@nestjs/websockets';
import { IsString } from 'class-validator';
import { Limited } from '../limits/person-limits.js';
import { Drain } from '../drain.js';
import { createLogger } from '../logging.js';
import { EventDispatcher, OutageCode } from './event-dispatcher.js';

class Payload {
  @IsString()
  text: string;
}

const LIMIT = { name: 'echo', count: 1, windowS: 1, code: 'request.rate_limited' } as const;

class Gateway {
  @SubscribeMessage('echo')
  @Limited(LIMIT)
  @OutageCode('alarm.not_kept')
  echo(socket: { data: object }, { text }: Payload, arrivedMs: number): Promise<object> {
    return Promise.resolve({ text, arrivedMs, userId: socket.data });
  }

  other(): string {
    return 'no event';
  }
}

class Refused {
  canActivate = (): boolean => false;
}

@UseInterceptors(Refused as never)
class Intercepted {}

class Guarded {
  @SubscribeMessage('echo')
  @UseGuards(Refused)
  echo(): void {}
}

class Named {
  @SubscribeMessage('echo')
  echo(@MessageBody('text') _text: string): void {}
}

const client = { data: { actor: { userId: 'anna' } } };
const taken: unknown[][] = [];
const slots = {
  take: (...args: unknown[]) => {
    taken.push(args);
    return Promise.resolve(() => undefined);
  },
};
const newDispatcher = (): EventDispatcher =>
  new EventDispatcher(new Drain({} as never), slots as never, createLogger('silent'), {
    errorCounter: () => ({ inc: () => undefined }),
  } as never);

const send = (
  dispatcher: EventDispatcher,
  event: string,
  ...payload: unknown[]
): Promise<unknown> =>
  new Promise((resolve) => {
    if (!dispatcher.dispatch(client, event, [...payload, resolve], 7)) resolve('unknown');
  });

it('calls the handler of the event with the valid payload, and answers with what it returns', async () => {
  const dispatcher = newDispatcher();
  dispatcher.register(new Gateway());
  const answer = await send(dispatcher, 'echo', { text: 'hej' });
  expect(answer).toEqual({ ok: true, text: 'hej', arrivedMs: 7, userId: client.data });
  expect(taken).toEqual([[LIMIT, 'anna']]);
});

it.each([[[]], [[null]], [['hej']], [[{ text: 7 }]], [[{ text: 'hej', more: 1 }]], [[{}, {}]]])(
  'refuses every payload that is not valid (case %#)',
  async (payload) => {
    const dispatcher = newDispatcher();
    dispatcher.register(new Gateway());
    expect(await send(dispatcher, 'echo', ...payload)).toMatchObject({
      ok: false,
      error: { code: 'request.invalid', status: 400 },
    });
  },
);

it.each(['other', 'constructor', 'toString'])('does not know an event named %s', async (event) => {
  const dispatcher = newDispatcher();
  dispatcher.register(new Gateway());
  expect(await send(dispatcher, event, { text: 'hej' })).toBe('unknown');
});

it.each([
  ['Intercepted has decorators that no event obeys: __interceptors__', new Intercepted()],
  ['Guarded.echo has decorators that no event obeys: __guards__', new Guarded()],
  ['Named.echo has decorators that no event obeys: __routeArguments__', new Named()],
])('%s', (message, gateway) => {
  expect(() => newDispatcher().register(gateway)).toThrow(message);
});
