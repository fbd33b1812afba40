import { create } from 'zustand';

export interface Attention {
  /** Alarms silenced in this browser. */
  silenced: ReadonlySet<string>;
  /** Alarms this person's press joined as a witness. */
  joined: ReadonlySet<string>;
  /** Where somebody put an alarm; without an entry an alarm that concerns them opens by itself. */
  placed: Readonly<Record<string, 'open' | 'minimised'>>;
  /** The alarm that the panel's page shows instead of its buttons. */
  inPanel?: string;
}

const NOTHING: Attention = { silenced: new Set(), joined: new Set(), placed: {} };

/** What the person in front of this tab did about an alarm; nothing of it concerns anybody else. */
export const useAttention = create<Attention>(() => NOTHING);

export function silence(alarmIds: string[]): void {
  useAttention.setState(({ silenced }) => ({ silenced: new Set([...silenced, ...alarmIds]) }));
}

export function unsilence(alarmId: string): void {
  useAttention.setState(({ silenced }) => ({
    silenced: new Set([...silenced].filter((id) => id !== alarmId)),
  }));
}

export function noteJoined(alarmId: string): void {
  useAttention.setState(({ joined }) => ({ joined: new Set([...joined, alarmId]) }));
}

export function place(alarmIds: string[], where: 'open' | 'minimised'): void {
  useAttention.setState(({ placed }) => ({
    placed: { ...placed, ...Object.fromEntries(alarmIds.map((id) => [id, where])) },
  }));
}

export function noteInPanel(alarmId: string | undefined): void {
  useAttention.setState({ inPanel: alarmId });
}

export function forgetAttention(): void {
  useAttention.setState(NOTHING, true);
}
