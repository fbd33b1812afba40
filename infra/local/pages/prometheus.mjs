// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { yaml } from '../manifests/read.mjs';
import { freePort } from '../ports.mjs';
import { repository } from '../repository.mjs';
import { Stop } from '../say.mjs';

/** @typedef {{ name: string, severity: string, state: string, instance: string }} Alert */

const MONITORING = join(repository, 'infra/monitoring');
const READY_MS = 60_000;
const POLL_MS = 200;

/** A real Prometheus with the intervals and rules of infra/monitoring, which reads other addresses. */
export class Prometheus {
  /**
   * @param {string} url
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} folder
   */
  constructor(url, child, folder) {
    this.url = url;
    this.child = child;
    this.folder = folder;
  }

  /**
   * @param {string[]} targets such as `127.0.0.1:9464`
   * @throws {Stop} when it does not start
   */
  static async of(targets) {
    const folder = mkdtempSync(join(tmpdir(), 'resq-prometheus-'));
    const config = yaml.load(readFileSync(join(MONITORING, 'prometheus.yml'), 'utf8'));
    config.rule_files = [join(MONITORING, 'rules.yml')];
    config.scrape_configs[0].static_configs = [{ targets }];
    const file = join(folder, 'prometheus.yml');
    writeFileSync(file, JSON.stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    const flags = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`];
    const child = spawn('prometheus', [...flags, `--web.listen-address=${address}`], {
      stdio: 'ignore',
      detached: true,
    });
    let failure = '';
    child.once('error', ({ message }) => (failure = message));
    const prometheus = new Prometheus(`http://${address}`, child, folder);
    for (const end = Date.now() + READY_MS; !(await prometheus.isReady()); await sleep(POLL_MS)) {
      if (failure === '' && child.exitCode === null && Date.now() < end) continue;
      await prometheus.stop();
      throw new Stop(`Prometheus does not start ${failure}`);
    }
    return prometheus;
  }

  isReady() {
    const answer = fetch(`${this.url}/-/ready`, { signal: AbortSignal.timeout(READY_MS) });
    return answer.then(({ ok }) => ok).catch(() => false);
  }

  /** @returns {Promise<Alert[]>} those that fire or are pending */
  async alerts() {
    const answer = await fetch(`${this.url}/api/v1/alerts`);
    const { data } =
      /** @type {{ data: { alerts: { labels: Record<string, string>, state: string }[] } }} */ (
        await answer.json()
      );
    return data.alerts.map(({ labels, state }) => ({
      name: labels.alertname ?? '',
      severity: labels.severity ?? '',
      state,
      instance: labels.instance ?? '',
    }));
  }

  /** @param {string} query @returns {Promise<number>} the number of series that it finds */
  async count(query) {
    const answer = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = /** @type {{ data: { result: unknown[] } }} */ (await answer.json());
    return data.result.length;
  }

  async stop() {
    const { pid, exitCode, signalCode } = this.child;
    if (pid !== undefined && exitCode === null && signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
