import { createHash } from 'node:crypto';
import { Checker, type SentPress } from './checker.js';
import type { MemoryMember } from './memory-database.js';
import { DATABASE, MemoryServer } from './memory-server.js';
import { Network, PROXY } from './network.js';
import { Scheduler } from './scheduler.js';
import type { Command, Setting } from './script.js';
import { SimulatedTab } from './simulated-tab.js';
import type { TabModules } from './tab-modules.js';
import { inVirtualTime } from './virtual-time.js';

const BUILDING = 'building';
/** Everything must have been shown this long after the last fault. */
const SETTLED_MS = 40_000;
const LOOK_EVERY_MS = 1_000;
/** More steps than any schedule needs; a livelock would go on for ever. */
const MOST_STEPS = 5_000;

export interface Outcome {
  breaches: string[];
  /** The events, in order. */
  trace: string[];
  /** For each choice, the number of things that might have happened. */
  options: number[];
  /** For each choice, the state of the world before it, as text. */
  states: string[];
}

/** @param isTraced whether `trace` and `states` are filled and errors have stacks, which takes time */
export function runWorld(
  setting: Setting,
  modules: TabModules[],
  isTraced = false,
): Promise<Outcome> {
  const scheduler = new Scheduler();
  const run = (): Promise<Outcome> => new World(scheduler, setting, modules, isTraced).run();
  return inVirtualTime(scheduler, run, isTraced);
}

/** Nodes, tabs and a database, on which a script is played in the order of a schedule. */
class World {
  private readonly outcome: Outcome = { breaches: [], trace: [], options: [], states: [] };
  private readonly server: MemoryServer;
  private readonly network: Network;
  private readonly checker: Checker;
  private readonly tabs: SimulatedTab[];
  private readonly script: Command[];
  private readonly stops: (() => void)[] = [];
  private readonly senders: { userId: string; press: SentPress }[] = [];
  /** By process, the hash of its inputs in their order. */
  private readonly inputs = new Map<string, string>();
  private steps = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly setting: Setting,
    modules: TabModules[],
    private readonly isTraced: boolean,
  ) {
    const tabs = modules.slice(0, setting.tabs);
    this.script = [...setting.script];
    this.server = new MemoryServer(scheduler, BUILDING, tabs.map(memberOf));
    this.network = new Network(
      scheduler,
      this.server,
      setting.nodes,
      setting.grain === 'statements',
    );
    this.checker = new Checker(this.server, this.network);
    this.tabs = tabs.map((one, n) => {
      const tab = new SimulatedTab(`tab${n}`, `user${n}`, one, this.network);
      this.stops.push(one.onFeed(() => this.checker.shown(tab)));
      return tab;
    });
  }

  async run(): Promise<Outcome> {
    await this.deliverAll();
    await this.play();
    const open = await this.calm();
    this.stops.forEach((stop) => stop());
    this.tabs.forEach((tab) => tab.close());
    this.outcome.breaches.push(...this.checker.breaches, ...open);
    return this.outcome;
  }

  private async play(): Promise<void> {
    const choices = [...this.setting.choices];
    for (;;) {
      if (this.setting.grain === 'statements') await this.deliverMessages();
      const tasks = this.scheduler.enabled();
      const count = tasks.length + (this.script.length > 0 ? 1 : 0);
      if (count === 0) return;
      if (this.isTraced) this.outcome.states.push(this.fingerprint());
      this.outcome.options.push(count);
      const task = tasks[(choices.shift() ?? 0) % count];
      if (task) await this.perform(task);
      else await this.command(this.script.shift());
    }
  }

  /** Ends all faults and lets time pass. @returns what is still wrong after that */
  private async calm(): Promise<string[]> {
    this.network.signals = 'normal';
    this.server.isAway = false;
    let open: string[] = [];
    for (let ms = 0; ms <= SETTLED_MS; ms += LOOK_EVERY_MS) {
      await this.deliverAll();
      open = this.checker.unsettled(this.tabs);
      if (open.length === 0) return [];
      await this.scheduler.wait(LOOK_EVERY_MS);
    }
    return open;
  }

  private async deliverAll(): Promise<void> {
    for (;;) {
      const [task] = this.scheduler.enabled();
      if (!task) return;
      await this.perform(task);
    }
  }

  private async deliverMessages(): Promise<void> {
    const next = () => this.scheduler.enabled().find(({ kind }) => kind === undefined);
    for (let message = next(); message; message = next()) await this.perform(message);
  }

  private async perform(task: ReturnType<Scheduler['enabled']>[number]): Promise<void> {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new Error('the schedule never ends');
    const { owner, also } = task;
    await this.scheduler.perform(task);
    // A request is an input of the node that gets it, which only the proxy knows.
    const node = owner === PROXY ? this.network.reached : undefined;
    if (this.isTraced) this.record(task.label(), owner, also, node);
  }

  private async command(command: Command | undefined): Promise<void> {
    if (!command) return;
    if (this.isTraced) this.record(JSON.stringify(command), ...this.processesOf(command));
    switch (command.do) {
      case 'press':
        return this.press(command);
      case 'end':
        return this.end(command.press);
      case 'restore':
        this.checker.disturb();
        return this.server.restore(command.kind, command.commits);
      case 'kill':
        this.checker.disturb();
        return this.network.kill(command.node);
      case 'leave':
        return this.network.leave(command.node);
      case 'cut':
        return this.tabs[command.tab]?.cut();
      case 'half-open':
        return this.tabs[command.tab]?.halfOpen();
      case 'reload': {
        const tab = this.tabs[command.tab];
        if (tab) this.checker.reloaded(tab);
        return tab?.reload();
      }
      case 'signals':
        this.network.signals = command.mode;
        return;
      case 'database':
        this.checker.disturb();
        this.server.isAway = command.isAway;
        return;
      case 'clock':
        this.scheduler.wallMs += command.byMs;
        return;
      case 'wait':
        // Everything on its way is late, so a press may miss its deadline.
        this.checker.disturb();
        return this.scheduler.wait(command.ms);
    }
  }

  private press({ tab: at, type, noteBytes }: Command & { do: 'press' }): void {
    const tab = this.tabs[at];
    if (!tab) return;
    const alarmId = `press${this.senders.length + 1}`;
    const press = this.checker.pressed(alarmId);
    this.senders.push({ userId: tab.userId, press });
    const note = noteBytes === undefined ? {} : { note: 'x'.repeat(noteBytes) };
    const sent = { alarmId, type, buildingId: BUILDING, ...note };
    this.stops.push(tab.send(sent, (state) => this.checker.progressed(press, state)));
  }

  /** Ends an alarm as its sender; a refusal changes nothing. */
  private end(at: number): void {
    const { press, userId } = this.senders[at] ?? {};
    const node = this.network.route();
    if (!press || !userId || press.state.phase !== 'sent') return;
    node?.end(userId, press.state.answer.alarm.id, 'resolved').catch(() => undefined);
  }

  /** Records an input of processes. A process's state is decided by its inputs and their order. */
  private record(label: string, ...processes: (string | undefined)[]): void {
    this.outcome.trace.push(`${this.scheduler.nowMs} ms ${processes[0]}: ${label.slice(0, 90)}`);
    for (const name of processes) {
      if (name === undefined) continue;
      this.inputs.set(name, hash(`${this.inputs.get(name) ?? ''} ${label}`));
    }
  }

  /** @returns the names of the processes for which a command is an input */
  private processesOf(command: Command): string[] {
    if (command.do === 'press') return [`tab${command.tab}`];
    if (command.do === 'restore') return [DATABASE];
    return [DATABASE, PROXY, ...this.nodeNames(), ...this.tabs.map(({ name }) => name)];
  }

  private nodeNames(): string[] {
    return this.network.nodes.map(({ name }) => name);
  }

  /** Two states with the same text have the same future: only independent steps were exchanged. */
  private fingerprint(): string {
    const inputs = [...this.inputs].sort(([a], [b]) => (a < b ? -1 : 1)).join(' ');
    const rest = [this.scheduler.nowMs, this.script.length];
    return hash([inputs, ...rest, ...this.scheduler.labels().sort()].join('\n'));
  }
}

const hash = (text: string): string => createHash('sha1').update(text).digest('base64');

function memberOf(_: TabModules, n: number): MemoryMember {
  const rights = { role: 'resident', maySend: true } as const;
  return {
    id: `member${n}`,
    userId: `user${n}`,
    ...rights,
    name: `N${n}`,
    entrance: null,
    apartment: `${n}`,
  };
}
