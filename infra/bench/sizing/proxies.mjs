// @ts-check
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caddy } from '../../local/cluster/caddy.mjs';
import { freePort } from '../../local/ports.mjs';
import { repository } from '../../local/repository.mjs';
import { Stop, say } from '../../local/say.mjs';
import { ask } from './ask.mjs';
import { familyOf, usageOf } from './usage.mjs';

/**
 * Compares Caddy, with the configuration of `infra/proxy`, and nginx in front of three servers that
 * only accept WebSocket upgrades. NGINX_PATH is the path of nginx when it is not in the PATH.
 */
const NODES = 3;
const MESSAGES = 10;
const NGINX = process.env.NGINX_PATH ?? 'nginx';
const HERE = join(repository, 'infra/bench/sizing');
/** Longer than a proxy needs to notice a frozen node, if it looks for it. */
const FROZEN_MS = 6_000;
const REQUESTS = 90;

/** @param {number} count of WebSockets @returns {Promise<object[]>} one row for each proxy */
export async function measureProxies(count) {
  const rows = [];
  for (const [name, start] of Object.entries({ caddy: startCaddy, nginx: startNginx })) {
    if (spawnSync(name === 'nginx' ? NGINX : name, ['-v']).error) {
      say(`${name} is not installed`);
      continue;
    }
    rows.push({ proxy: name, sockets: count, ...(await measure(start, count)) });
  }
  return rows;
}

/**
 * @param {(ports: number[], port: number) => Promise<{ pid: number, stop: () => Promise<void> }>} start
 * @param {number} count
 */
async function measure(start, count) {
  const nodes = [];
  for (let n = 0; n < NODES; n += 1) {
    const port = await freePort();
    const child = fork(join(HERE, 'upgrade-server.mjs'), [String(port)]);
    await once(child, 'message');
    nodes.push({ port, child });
  }
  const port = await freePort();
  const ports = nodes.map((node) => node.port);
  const proxy = await start(ports, port);
  const tabs = fork(join(HERE, 'upgrade-clients.mjs'));
  const used = () => usageOf(familyOf(proxy.pid));
  try {
    await ask(tabs, { open: { port, count: 50 } });
    const empty = used();
    const { tookMs: openedMs } = await ask(tabs, { open: { port, count } });
    const full = used();
    for (let n = 0; n < MESSAGES; n += 1) {
      const received = ask(tabs, { receive: true });
      for (const { child } of nodes) child.send('broadcast');
      await received;
    }
    const sent = used();
    const killed = ask(tabs, { lose: true });
    nodes[0]?.child.kill('SIGKILL');
    const { backMs, lost } = await killed;
    nodes[1]?.child.kill('SIGSTOP');
    await sleep(FROZEN_MS);
    const { answered } = await ask(tabs, { request: { port, count: REQUESTS } });
    return {
      'kB a connection': round((full.bytes - empty.bytes) / count / 1_000),
      'ms CPU to connect': round((full.cpuMs - empty.cpuMs) / count),
      'µs CPU a message': round(((sent.cpuMs - full.cpuMs) / count / MESSAGES) * 1_000),
      'all connected, ms': openedMs,
      'lost with a node': lost,
      'all back, ms': backMs,
      [`of ${REQUESTS} requests answered, ${FROZEN_MS / 1_000} s after a freeze`]: answered,
    };
  } finally {
    tabs.kill();
    for (const { child } of nodes) child.kill('SIGKILL');
    await proxy.stop();
  }
}

/** @param {number[]} ports @param {number} port */
async function startCaddy(ports, port) {
  const caddy = await Caddy.before(ports, `http://localhost:${port}`);
  return { pid: caddy.child.pid ?? 0, stop: () => caddy.stop() };
}

/** @param {number[]} ports @param {number} port */
async function startNginx(ports, port) {
  const home = mkdtempSync(join(tmpdir(), 'resq-nginx-'));
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=5s;`);
  const config = `
    daemon off;
    worker_processes auto;
    pid ${home}/pid;
    error_log stderr crit;
    events { worker_connections 20000; }
    http {
      access_log off;
      client_body_temp_path ${home}/body;
      proxy_temp_path ${home}/proxy;
      fastcgi_temp_path ${home}/fastcgi;
      uwsgi_temp_path ${home}/uwsgi;
      scgi_temp_path ${home}/scgi;
      map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
      upstream nodes { zone nodes 64k; least_conn; ${servers.join(' ')} keepalive 16; }
      server {
        listen 127.0.0.1:${port} backlog=4096;
        location / {
          proxy_pass http://nodes;
          proxy_http_version 1.1;
          proxy_set_header Host $host:$server_port;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_upgrade;
          proxy_connect_timeout 1s;
          proxy_next_upstream error timeout http_503;
        }
      }
    }`;
  const file = join(home, 'nginx.conf');
  writeFileSync(file, config);
  const child = spawn(NGINX, ['-p', home, '-c', file, '-e', 'stderr'], { stdio: 'inherit' });
  const answers = () =>
    fetch(`http://localhost:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Stop('nginx does not start');
    await sleep(50);
  }
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  return { pid: child.pid ?? 0, stop };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
