import type { RaiseResult } from '@contract/alarm';
import { request } from '../../../lib/net/http.js';
import { ask, socket } from '../../../lib/realtime/socket.js';
import { HTTP_MS, SOCKET_MS, unwrap } from '../commands/socket-or-http.js';
import type { SendTransport } from './send-loop.js';

export const transport: SendTransport = {
  // Without a network, the browser holds a socket's packet and sends it once the network is back,
  // also long after the page showed that the alarm was not sent. An HTTP request fails instead.
  socketIsUp: () => socket.connected && navigator.onLine,
  isOnline: () => navigator.onLine,
  bySocket: async (press) => unwrap(await ask('alarm:raise', press, SOCKET_MS)),
  byHttp: ({ buildingId, ...body }, signal) =>
    request<RaiseResult>('POST', `/buildings/${buildingId}/alarms`, body, {
      signal,
      timeoutMs: HTTP_MS,
    }),
};
