import type { Socket } from 'socket.io';
import type { WebSocket } from 'ws';

/** The parts of Engine.IO that hold packets back; it exports no types for them. */
interface Engine {
  flush(): void;
  transport: { name: string; writable: boolean; socket?: WebSocket };
}

interface Stream {
  cork(): void;
  uncork(): void;
}

/** A client waits no longer for its first packet, even if what shall follow takes longer. */
const AT_MOST_MS = 250;

/**
 * Holds back what a connection is sent, in Engine.IO's own queue, until the returned function is called.
 * All of it then leaves in its order, with one system call.
 * @returns a function that may be called more than once; it is called after 250 ms at the latest
 */
export function holdWrites(socket: Socket): () => void {
  const engine = socket.conn as unknown as Engine;
  const { transport } = engine;
  if (transport.name !== 'websocket' || !transport.writable) return () => undefined;
  let isHeld = true;
  transport.writable = false;
  const release = () => {
    clearTimeout(timer);
    if (!isHeld) return;
    isHeld = false;
    const connection = transport.socket as unknown as { _socket?: Stream | null };
    const stream = connection._socket;
    stream?.cork();
    transport.writable = true;
    engine.flush();
    stream?.uncork();
  };
  const timer = setTimeout(release, AT_MOST_MS);
  timer.unref();
  return release;
}
