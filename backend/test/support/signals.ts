import { ConnectionSweeper } from '../../src/modules/alarms/live/connection-sweeper.js';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { Notifications } from '../../src/platform/database/notifications.js';
import { ChangeSignals, type ChangeSignal } from '../../src/platform/realtime/change-signals.js';
import type { TestApp } from './start-app.js';

export type Way = Parameters<ChangeSignals['receive']>[1];

export interface ReceivedSignal {
  way: Way;
  signal: ChangeSignal;
}

/**
 * Makes the node ignore signals that arrive by any other way, until the mocks are restored.
 * @returns all signals that reach the node from now on, ignored ones included
 */
export function followOnly({ app }: TestApp, ways: Way[]): ReceivedSignal[] {
  const signals = app.get(ChangeSignals);
  const receive = signals.receive.bind(signals);
  const received: ReceivedSignal[] = [];
  jest.spyOn(signals, 'receive').mockImplementation((signal, way) => {
    received.push({ way, signal: signal as ChangeSignal });
    if (ways.includes(way)) receive(signal, way);
  });
  return received;
}

/**
 * Ends what the node looks up by itself at intervals, until the mocks are restored: it finds out later
 * whatever a lost signal would have told it, so that a test that waits long enough would pass without.
 */
export function lookAtNothing({ app }: TestApp): void {
  const pump = app.get(StreamPump);
  const wake = pump.wake.bind(pump);
  jest.spyOn(pump, 'poll').mockResolvedValue();
  // A poll that has begun wakes the pump later.
  jest.spyOn(pump, 'wake').mockImplementation((buildingId, way) => {
    if (way !== 'poll') wake(buildingId, way);
  });
  jest.spyOn(app.get(ConnectionSweeper), 'sweep').mockResolvedValue();
}

const REPEAT_MS = 200;

/**
 * Repeats each of the node's signals at intervals. Any signal may be lost, and a test that leaves
 * only one way open would then wait for its alarm in vain.
 * @returns a function that stops the repetition
 */
export function repeatSignals({ app }: TestApp): () => void {
  const [signals, notifications] = [app.get(ChangeSignals), app.get(Notifications)];
  const publish = signals.publish.bind(signals);
  const sent = new Map<string, () => void>();
  jest.spyOn(signals, 'publish').mockImplementation((topic, id, ...key) => {
    publish(topic, id, ...key);
    sent.set(`${topic} ${id}`, () => {
      publish(topic, id);
      // A building's NOTIFY is part of the transaction, so publishing does not send it.
      if (topic === 'building') notifications.send(JSON.stringify({ topic, id }));
    });
  });
  const timer = setInterval(() => sent.forEach((again) => again()), REPEAT_MS);
  return () => clearInterval(timer);
}
