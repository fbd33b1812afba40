import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { TcpProxy } from './tcp-proxy.js';
import { timed } from './wait-until.js';

const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
const sockets: Socket[] = [];
let proxy: TcpProxy;
let received: string;

beforeEach(async () => {
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await TcpProxy.to((echo.address() as AddressInfo).port);
  received = '';
});

afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  await proxy.close();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
  socket.on('data', (chunk) => (received += chunk.toString()));
  sockets.push(socket);
  socket.write('a');
  await once(socket, 'data');
  return socket;
}

describe('the proxy', () => {
  it('holds data back in a black hole without closing connections, and delivers it afterwards', async () => {
    const socket = await open();
    proxy.become('black-hole');
    socket.write('b');
    // A round trip without the proxy takes long enough for data to pass the proxy.
    const beside = connect((echo.address() as AddressInfo).port, '127.0.0.1');
    beside.end('x');
    await once(beside, 'data');
    expect(received).toBe('a');
    expect(socket.destroyed).toBe(false);
    proxy.become('clear');
    await once(socket, 'data');
    expect(received).toBe('ab');
  });

  it('ends connections with a reset', async () => {
    const socket = await open();
    const failed = once(socket, 'error');
    proxy.reset();
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('delays data in both directions', async () => {
    const socket = await open();
    proxy.delay(60);
    const tookMs = await timed(async () => {
      socket.write('b');
      await once(socket, 'data');
    });
    expect(tookMs).toBeGreaterThan(115);
  });

  it('throttles without changing the order', async () => {
    const socket = await open();
    proxy.throttle(1_000);
    const tookMs = await timed(async () => {
      socket.write('b'.repeat(50));
      socket.write('c');
      while (received.length < 52) await once(socket, 'data');
    });
    expect(received).toBe(`a${'b'.repeat(50)}c`);
    expect(tookMs).toBeGreaterThan(95);
  });

  it('refuses connections while it is closed', async () => {
    await open();
    await proxy.close();
    const refused = connect(proxy.port, '127.0.0.1');
    expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
    await proxy.open();
    await open();
  });

  it('connects to the next target while one is down', async () => {
    const { port } = echo.address() as AddressInfo;
    const dead = await TcpProxy.to(port);
    await dead.close();
    const balancer = await TcpProxy.to(dead.port, port);
    for (let n = 0; n < 3; n += 1) {
      const socket = connect(balancer.port, '127.0.0.1');
      sockets.push(socket);
      socket.write('x');
      expect(String((await once(socket, 'data'))[0])).toBe('x');
    }
    await balancer.close();
  });
});
