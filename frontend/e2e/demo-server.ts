import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PushService } from '../../backend/test/support/push-service.js';
import { freePort } from '../../infra/local/ports.mjs';

const SCRIPT = fileURLToPath(
  new URL('../../backend/test/support/demo-server.mjs', import.meta.url),
);

const TOOLS = fileURLToPath(new URL('../../backend/dist/tools.js', import.meta.url));

/** A server with demo buildings of its own, so that no other worker's alarms are received there. */
export class DemoServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly env: NodeJS.ProcessEnv,
    readonly url: string,
    /** The server sends its pushes here. */
    readonly pushService: PushService,
  ) {}

  /** @param demo `off` for a system without buildings and users */
  static async start(demo: 'on' | 'off' = 'on'): Promise<DemoServer> {
    const { E2E_DIR: dir = '', ...inherited } = process.env;
    const pushService = await PushService.start();
    const port = await freePort();
    const env = {
      ...inherited,
      PORT: String(port),
      METRICS_PORT: '0',
      DATABASE_URL: inherited['E2E_DATABASE_URL'],
      DATABASE_OWNER_URL: inherited['E2E_DATABASE_OWNER_URL'],
      DATA_DIR: mkdtempSync(join(dir, 'server-')),
      DEMO: demo,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      PUSH_TEST_HOST: pushService.host,
    };
    const child = fork(SCRIPT, { env, execArgv: [] });
    const ended = once(child, 'exit').then(() => {
      throw new Error('The server ended before it was ready.');
    });
    const [databases] = (await Promise.race([once(child, 'message'), ended])) as [object];
    ended.catch(() => undefined);
    const url = `http://localhost:${port}`;
    return new DemoServer(child, { ...env, ...databases }, url, pushService);
  }

  /**
   * Runs a tool of the operator on the server's database, such as `npm run admin:grant -- <e-mail>`.
   * @returns its output
   */
  async runTool(...tool: [name: string, value: string]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [TOOLS, ...tool], {
      env: this.env,
    });
    return stdout;
  }

  /**
   * Makes the next step of the planned exercise due now, or lets those that were held be forty days old,
   * so that the next may be planned. The server uses PostgreSQL's time, which no test can step.
   */
  async moveExercise(to: 'exercise.announce' | 'exercise.start' | 'held'): Promise<void> {
    await this.ask(to);
  }

  /** Runs statements on the server's database, as its owner. */
  async runSql(statements: string[]): Promise<void> {
    await this.ask({ sql: statements.join(';\n') });
  }

  private async ask(what: string | { sql: string }): Promise<void> {
    const done = once(this.child, 'message');
    this.child.send(what);
    await done;
  }

  /** Closes the channel, at which the server ends. */
  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.connected) this.child.disconnect();
    await ended;
    await this.pushService.close();
  }
}
