import type { Cursor, RaiseRequest, RaiseResult } from '../../../src/contract/alarm.js';
import type { BuildingFeed } from '../../../../frontend/src/features/alarms/feed/feed.js';
import { install } from './virtual-time.js';

const FRONTEND = '../../../../frontend/src';

export type Press = RaiseRequest & { buildingId: string };
export type SendState =
  | { phase: 'sending'; trouble?: 'offline' | 'not_kept' | 'slow' }
  | { phase: 'sent'; answer: RaiseResult }
  | { phase: 'refused'; message: string }
  | { phase: 'failed' };

export interface SendTransport {
  socketIsUp(): boolean;
  isOnline(): boolean;
  bySocket(press: Press): Promise<RaiseResult>;
  byHttp(press: Press, signal: AbortSignal): Promise<RaiseResult>;
}

interface Status {
  status: string;
  downSince?: number;
}

/** The part of the network that the browser's modules use; a world puts its own behind it. */
export interface Wire {
  request(method: string, path: string): Promise<unknown>;
  open(readCursors: () => Record<string, Cursor>): () => void;
}

/** One instance of the browser's modules, whose state belongs to one tab. */
export interface TabModules {
  wire: Wire | undefined;
  /** Passes a message of the server to the page. */
  emit(name: string, payload: unknown): void;
  setStatus(status: Status): void;
  listen(buildingIds: () => string[]): () => void;
  feedOf(buildingId: string): BuildingFeed;
  onFeed(changed: () => void): () => void;
  startSending(
    press: Press,
    transport: SendTransport,
    onChange: (s: SendState) => void,
  ): () => void;
  refusal(status: number, code: string): Error;
  clear(): void;
  /** @returns all that the modules remember while no request is open */
  state(): unknown;
}

interface Store<T> {
  getState(): T;
  setState(state: T, replace: true): void;
  subscribe(changed: () => void): () => void;
}

interface CatchUp {
  catchUpOnce(
    caughtUp: (buildingId: string, isReplaced: boolean) => void,
    signal: AbortSignal,
  ): (buildingId: string) => Promise<void>;
}

class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** Loads the feed and the send loop once more. Only what touches the browser itself is replaced. */
export function loadTabModules(): TabModules {
  install();
  const handlers = new Map<string, ((payload: unknown) => void)[]>();
  const modules = { wire: undefined } as TabModules;
  const off = (name: string, handler: (payload: unknown) => void): void => {
    handlers.set(
      name,
      (handlers.get(name) ?? []).filter((one) => one !== handler),
    );
  };
  const on = (name: string, handler: (payload: unknown) => void): void => {
    handlers.set(name, [...(handlers.get(name) ?? []), handler]);
  };
  /** Whether events are to be fetched once more after the fetch under way. */
  let isFetchDue = false;
  jest.isolateModules(() => {
    const { create } = jest.requireActual<{ create: <T>(init: () => T) => Store<T> }>('zustand');
    const useConnection = create<Status>(() => ({ status: 'connecting' }));
    const fixed = { getState: () => ({}), subscribe: () => () => undefined };
    jest.doMock(`${FRONTEND}/lib/realtime/socket.js`, () => ({
      socket: { on, off },
      useConnection,
      recordFetch: () => undefined,
      keepConnected: (read: () => Record<string, Cursor>) => modules.wire?.open(read),
    }));
    jest.doMock(`${FRONTEND}/lib/net/http.js`, () => ({
      ApiError,
      request: (method: string, path: string) => {
        if (path.includes('/events')) isFetchDue = false;
        return modules.wire?.request(method, path);
      },
    }));
    jest.doMock(`${FRONTEND}/lib/session/me.js`, () => ({
      loadMe: fixed.getState,
      useMe: fixed,
      activeMemberships: () => [],
    }));
    jest.doMock(`${FRONTEND}/lib/session/session.js`, () => ({ useSession: fixed }));
    // Icons and texts, which nobody sees here, take longer to load than the rest.
    jest.doMock(`${FRONTEND}/features/alarms/model/kinds.copy.js`, () => ({ KINDS: {} }));
    const load = <T extends object>(path: string): T =>
      jest.requireActual<T>(`${FRONTEND}/${path}`);
    jest.doMock(`${FRONTEND}/features/alarms/feed/catch-up.js`, () => {
      const actual = load<CatchUp>('features/alarms/feed/catch-up.js');
      const catchUpOnce: CatchUp['catchUpOnce'] = (...given) => {
        const catchUp = actual.catchUpOnce(...given);
        return (buildingId) => {
          isFetchDue = true;
          return catchUp(buildingId);
        };
      };
      return { ...actual, catchUpOnce };
    });
    const { listen } = load<Pick<TabModules, 'listen'>>('features/alarms/feed/feed-listener.js');
    const { feedOf, useFeed } = load<Pick<TabModules, 'feedOf'> & { useFeed: Store<object> }>(
      'features/alarms/feed/feed-store.js',
    );
    const { startSending } = load<Pick<TabModules, 'startSending'>>(
      'features/alarms/send/send-loop.js',
    );
    const { local } = load<{
      local: { getItem(key: string): string | null; removeItem(key: string): void };
    }>('lib/browser/storage.js');
    Object.assign(modules, {
      listen,
      feedOf,
      startSending,
      onFeed: (changed: () => void) => useFeed.subscribe(changed),
      setStatus: (status: Status) => useConnection.setState(status, true),
      emit: (name: string, payload: unknown) =>
        handlers.get(name)?.forEach((take) => take(payload)),
      refusal: (status: number, code: string) => new ApiError(status, code),
      state: () => [
        useFeed.getState(),
        useConnection.getState(),
        local.getItem('resq.missed'),
        isFetchDue,
      ],
      clear: () => {
        local.removeItem('resq.missed');
        handlers.clear();
        modules.wire = undefined;
        isFetchDue = false;
      },
    } satisfies Partial<TabModules>);
  });
  return modules;
}
