import type { Home } from './alarm.js';
import type { ReachedHomes } from './http.js';

/** The durations of an exercise; the pages of an alarm do without them. */
export const EXERCISE_TIMES = {
  /** It ends by itself after this time. */
  lastsMs: 15 * 60_000,
  /** Members are told this long before. */
  noticeMs: 24 * 60 * 60_000,
  /** One that could not begin by then does not begin. */
  lateMs: 10 * 60_000,
  /** At most one is held in this time, and `EXERCISES_ANNOUNCED` are announced. */
  everyMs: 24 * 60 * 60_000,
} as const;

/** Exercises begin between these hours of the day, in Swedish time. */
export const EXERCISE_HOURS = { from: 8, until: 21 } as const;
export const EXERCISES_LISTED = 50;
/** In a building in `everyMs`, with those that were called off: members get a push of each. */
export const EXERCISES_ANNOUNCED = 3;
/** A board without an exercise for so long is asked to plan one. */
export const PRACTISED_MONTHS = 6;

/** `blocked`: a real alarm went on. `missed`: no node could start it in time. */
export type ExerciseState = 'planned' | 'calledOff' | 'running' | 'held' | 'blocked' | 'missed';

/** An exercise as the building's managers see it. Its alarm has the same id. */
export interface Exercise {
  id: string;
  at: string;
  state: ExerciseState;
  announcedAt?: string;
  /** Once it has begun. */
  reached?: ReachedHomes;
}

/** The work that is left for a board, beside its homes and members. */
export interface BoardToDo {
  /** True when an exercise is planned, or began in the last six months. */
  practised: boolean;
  /** The displays that are not connected. */
  displaysAway: { id: string; place: string }[];
}

/** Why an alarm did not reach a home, in the words of what ResQ knows about its devices. */
export const MISS_REASONS = ['silent', 'push_unseen', 'push_dead', 'away'] as const;
export type MissReason = (typeof MISS_REASONS)[number];

export interface MissedHome extends Home {
  /** In the order of `membershipIds`. */
  names: string[];
  membershipIds: string[];
  /** Missing where ResQ cannot know. */
  reason?: MissReason;
}

/** A home that an alarm reached. */
export interface ReportedHome extends Home {
  answered: boolean;
}

/** The homes that an alarm reached and how fast, for the building's managers. */
export interface AlarmReport {
  alarmId: string;
  exercise: boolean;
  raisedAt: string;
  endedAt?: string;
  /** All homes with a member but the sender's. */
  homes: number;
  /** Milliseconds from the press to the first receipt or response of each reached home, rising. */
  reachedMs: number[];
  /** The same for the first response of each home that responded. */
  answeredMs: number[];
  missed: MissedHome[];
  /** The homes that are not missed. Nodes of the release before do not send them. */
  reachedHomes?: ReportedHome[];
  /** The homes of the building's list that nobody is with. */
  outside: Home[];
  /** The displays that the building had, and how many of them showed it; missing without displays. */
  displays?: { shown: number; all: number };
  /** The exercise before, for an exercise. */
  previous?: { raisedAt: string; homes: number; reachedMs: number[] };
}

/** The news of exercises for a member; each part may be missing. */
export interface ExerciseNews {
  /** When the next one begins, from a day before. */
  exerciseAt?: string;
  /** The last one, when no device of the member reported it and none was tested since. */
  missedExercise?: { at: string; reason?: MissReason };
}
