import type { Alarm, NeedsHelp, Reach, ReachedHome } from '@contract/alarm';
import type { NetworkLink } from './network-link.js';

/** Changes an open alarm in the server's name, and takes each change back at the next call. */
export class AlarmChanges {
  private isOn = false;
  /** The server's own head of the stream. */
  private readonly head: number;

  constructor(
    private readonly link: NetworkLink,
    private readonly alarm: Alarm & { epoch: string; seq: number },
  ) {
    this.head = alarm.seq;
  }

  all = [() => this.mute(), () => this.callForHelp(), () => this.details(), () => this.others()];

  toggle(): void {
    this.isOn = !this.isOn;
  }

  mute(): void {
    const at = new Date().toISOString();
    this.link.send('alarm:muted', { alarmId: this.alarm.id, muted: this.isOn, at });
  }

  callForHelp(): void {
    const home = { apartment: '1102' };
    const calls = ['Lisa Ny', 'Kajsa Ek', 'Bo Ek'].map((name): NeedsHelp => ({
      membershipId: name,
      name,
      home,
      at: '',
      place: 'Källaren',
    }));
    this.update({ needHelp: this.isOn ? calls : [] });
    this.link.send('alarm:reach', this.reach());
  }

  details(): void {
    const note = 'Det luktar rök i hela trapphuset, och det kommer från källaren.';
    this.update({ place: this.isOn ? 'Vinden' : '', note: this.isOn ? note : '' });
  }

  /** Some neighbours press too, and the others are warned again. */
  others(): void {
    this.update({ witnessCount: this.isOn ? 3 : 0, escalation: this.isOn ? 3 : undefined });
  }

  /** The alarm ends by itself in three minutes, or in half an hour. */
  endSoon(): void {
    const minutes = this.isOn ? 3 : 30;
    this.update({ expiresAt: new Date(Date.now() + minutes * 60_000).toISOString() });
  }

  /** For a tab that has connected again: it is at the server's head, and takes no event after a gap. */
  catchUp(): void {
    for (let seq = this.head + 1; seq <= this.alarm.seq; seq += 1) this.send(seq);
  }

  private update(change: Partial<Alarm>): void {
    const { seq } = Object.assign(this.alarm, change, { seq: this.alarm.seq + 1 });
    this.send(seq);
  }

  private send(seq: number): void {
    const { epoch, seq: _, ...alarm } = this.alarm;
    const at = new Date().toISOString();
    const { buildingId } = alarm;
    const event = { buildingId, epoch, seq, kind: 'updated', alarm, at, serverNow: at };
    this.link.send('alarm:event', event);
  }

  private reach(): Reach {
    const homes = Array.from({ length: 14 }, (_, index): ReachedHome => ({
      apartment: String(1101 + index),
      names: [`Granne ${index}`],
      level: this.isOn ? 'responded' : 'received',
      ...(this.isOn && { response: (['need_help', 'coming', 'safe'] as const)[index % 3] }),
    }));
    const of = (key: string) =>
      homes.filter((home) => home.level === key || home.response === key).length;
    const keys = ['responded', 'seen', 'sounding', 'received', 'pushed', 'unreached'];
    const kinds = ['safe', 'coming', 'cannot_come', 'need_help'];
    const counts = Object.fromEntries([...keys, ...kinds].map((key) => [key, of(key)]));
    return {
      alarmId: this.alarm.id,
      version: performance.now(),
      counts: { ...counts, homes: homes.length } as Reach['counts'],
      homes,
    };
  }
}
