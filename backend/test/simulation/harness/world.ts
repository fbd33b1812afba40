import { Checker, type SentPress } from './checker.js';
import { nameOfState } from './state-name.js';
import type { MemoryMember } from './memory-database.js';
import { MemoryServer } from './memory-server.js';
import { Network } from './network.js';
import { Scheduler, type Task } from './scheduler.js';
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
  steps: Step[];
}

interface Step {
  /** The number of things that might have happened. */
  options: number;
  /** The chosen task, and all of them, with their data; empty unless states are named. */
  what: string;
  tasks: string;
}

interface Watch {
  /** Whether `trace` is filled and errors have stacks, which takes time. */
  isTraced?: boolean;
  /**
   * Called before each choice after the given ones with the name of the world's state. The run ends
   * when it returns false, unfinished.
   */
  goesOn?: (state: string) => boolean;
  /** Whether the age of what is on its way belongs to a state's name. */
  inOrder?: boolean;
}

export function runWorld(
  setting: Setting,
  modules: TabModules[],
  watch: Watch = {},
): Promise<Outcome> {
  const scheduler = new Scheduler();
  const run = (): Promise<Outcome> => new World(scheduler, setting, modules, watch).run();
  return inVirtualTime(scheduler, run, watch.isTraced);
}

/** Nodes, tabs and a database, on which a script is played in the order of a schedule. */
class World {
  private readonly outcome: Outcome = { breaches: [], trace: [], steps: [] };
  private readonly server: MemoryServer;
  private readonly network: Network;
  private readonly checker: Checker;
  private readonly tabs: SimulatedTab[];
  private readonly script: Command[];
  private readonly stops: (() => void)[] = [];
  private readonly senders: { userId: string; press: SentPress }[] = [];
  private steps = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly setting: Setting,
    modules: TabModules[],
    private readonly watch: Watch,
  ) {
    const tabs = modules.slice(0, setting.tabs);
    this.script = [...setting.script];
    this.server = new MemoryServer(scheduler, BUILDING, tabs.map(memberOf));
    this.network = new Network(scheduler, this.server, setting.nodes);
    this.checker = new Checker(this.server, this.network);
    this.tabs = tabs.map((one, n) => {
      const tab = new SimulatedTab(`tab${n}`, `user${n}`, one, this.network);
      this.stops.push(one.onFeed(() => this.checker.shown(tab)));
      return tab;
    });
  }

  async run(): Promise<Outcome> {
    await this.deliverAll();
    const isOver = await this.play();
    const open = isOver ? await this.calm() : [];
    this.stops.forEach((stop) => stop());
    this.tabs.forEach((tab) => tab.close());
    this.outcome.breaches.push(...this.checker.breaches, ...open);
    return this.outcome;
  }

  /** @returns false when the run is to end here */
  private async play(): Promise<boolean> {
    const choices = [...this.setting.choices];
    for (;;) {
      if (this.setting.grain === 'statements') await this.deliverMessages();
      const tasks = this.scheduler.enabled();
      const count = tasks.length + (this.script.length > 0 ? 1 : 0);
      if (count === 0) return true;
      if (choices.length === 0 && !this.goesOn()) return false;
      const task = tasks[(choices.shift() ?? 0) % count];
      this.outcome.steps.push({ options: count, ...this.textsOf(tasks, task) });
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
    const next = () => this.scheduler.enabled().find(({ isStatement }) => !isStatement);
    for (let message = next(); message; message = next()) await this.perform(message);
  }

  private async perform(task: Task): Promise<void> {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new Error('the schedule never ends');
    await this.scheduler.perform(task);
    if (this.watch.isTraced) this.record(task.owner, task.label());
  }

  private async command(command: Command | undefined): Promise<void> {
    if (!command) return;
    if (this.watch.isTraced) this.record('script', JSON.stringify(command));
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

  private textsOf(tasks: Task[], chosen: Task | undefined): Pick<Step, 'what' | 'tasks'> {
    if (!this.watch.goesOn) return { what: '', tasks: '' };
    const texts = tasks.map((task) => this.scheduler.textOf(task));
    const what = chosen ? this.scheduler.textOf(chosen) : 'the next command';
    return { what, tasks: texts.sort().join('\n') };
  }

  private record(owner: string, label: string): void {
    this.outcome.trace.push(`${this.scheduler.nowMs} ms ${owner}: ${label.slice(0, 90)}`);
  }

  /** @returns whether the run goes on from here */
  private goesOn(): boolean {
    const { goesOn, inOrder = false } = this.watch;
    if (!goesOn) return true;
    const { scheduler, server, network, checker, tabs } = this;
    const parts = { scheduler, server, network, checker, tabs, scriptLeft: this.script.length };
    return goesOn(nameOfState(parts, inOrder));
  }
}

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
