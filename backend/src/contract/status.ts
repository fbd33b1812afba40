/** The parts of an installation, in the order of their weight for an alarm. */
export const SYSTEM_PARTS = ['database', 'probe', 'nodes', 'worker', 'push', 'redis'] as const;
export type SystemPartName = (typeof SYSTEM_PARTS)[number];

/** `disturbed`: for some nodes or push services, or late. `unused`: not run here, or not used yet. */
export const PART_STATES = ['works', 'disturbed', 'down', 'unused', 'unknown'] as const;
export type PartState = (typeof PART_STATES)[number];

export interface SystemPart {
  part: SystemPartName;
  state: PartState;
  /** When the state began; of a probe that works, when its alarm was last heard. Missing when not known. */
  since?: string;
  /** The number of nodes that serve users; only of the part `nodes`. */
  count?: number;
}

/** The state of the installation, as an administrator sees it. */
export interface SystemStatus {
  parts: SystemPart[];
}
