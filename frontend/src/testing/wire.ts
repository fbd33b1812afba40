type Handler = (payload?: unknown) => void;

interface Options {
  auth: (send: (auth: unknown) => void) => void;
  [name: string]: unknown;
}

/** The page's only socket, with the server's end of it. */
class Wire {
  options = {} as Options;
  connected = false;
  /** False after a `disconnect`, and after the server refused. */
  active = true;
  connects = 0;
  /** The events that the page has sent. */
  sent: [event: string, body: unknown][] = [];
  /** Returns the acknowledgement of an event, or throws when none comes in time. */
  answer: (event: string, body: unknown) => unknown = () => ({ ok: true });
  readonly handlers = new Map<string, Handler>();

  /** The manager, whose pings are no events of the socket. */
  readonly io = { on: (event: string, handler: Handler) => this.on(event, handler) };

  onAny(): void {
    // A test's events are not counted as arrivals; its pings are.
  }

  on(event: string, handler: Handler): void {
    this.handlers.set(event, handler);
  }

  off(event: string): void {
    this.handlers.delete(event);
  }

  connect(): void {
    this.connects += 1;
    this.active = true;
  }

  disconnect(): void {
    this.connected = false;
    this.active = false;
  }

  timeout() {
    return {
      emitWithAck: (event: string, body: unknown): Promise<unknown> => {
        this.sent.push([event, body]);
        return new Promise((resolve) => resolve(this.answer(event, body)));
      },
    };
  }

  accept(): void {
    this.connected = true;
    this.receive('connect');
  }

  refuse(code: string): void {
    this.active = false;
    this.receive('connect_error', Object.assign(new Error(code), { data: { code } }));
  }

  lose(reason: string): void {
    this.connected = false;
    this.receive('disconnect', reason);
  }

  receive(event: string, payload?: unknown): void {
    this.handlers.get(event)?.(payload);
  }

  /** Begins a test without a connection and with nothing sent. The page keeps its handlers. */
  reset(): void {
    Object.assign(this, { connected: false, active: true, connects: 0, sent: [] });
    this.answer = () => ({ ok: true });
  }
}

export const wire = new Wire();

/** Replaces the client's: `vi.mock('socket.io-client', () => import('../testing/wire.js'))`. */
export function io(options: Options): Wire {
  wire.options = options;
  return wire;
}
