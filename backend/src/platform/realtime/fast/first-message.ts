import type { WebSocket } from 'ws';

/** The part of a WebSocket that reads frames; ws exports no type for it. */
interface Receiver {
  _allowSynchronousEvents?: boolean;
}

/** The receivers that have handed over a message in this turn of the event loop. */
let spent: Receiver[] = [];

/**
 * Lets a connection hand over the first message of a turn of the event loop as soon as it is read. ws
 * would wait with it for a turn of its own, which costs more than the work of a receipt. The further
 * messages of a turn still wait, so that a flood on one connection does not delay all others.
 * @returns a function to call first for each message
 */
export function firstMessageAtOnce(connection: WebSocket): () => void {
  const receiver = (connection as unknown as { _receiver?: Receiver })._receiver;
  // Another version of ws may not have it; then each message waits.
  if (receiver?._allowSynchronousEvents !== false) return () => undefined;
  receiver._allowSynchronousEvents = true;
  return () => {
    receiver._allowSynchronousEvents = false;
    if (spent.push(receiver) === 1) setImmediate(allowNext);
  };
}

function allowNext(): void {
  for (const receiver of spent) receiver._allowSynchronousEvents = true;
  spent = [];
}
