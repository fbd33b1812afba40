import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import type { Actor } from '../../auth/actor.js';
import { AuthService } from '../../auth/auth.service.js';
import {
  MemberStateRepository,
  type MemberStates,
} from '../stream/members/member-state.repository.js';

/** A look-up waits for no other one, so that a slow one holds up its own connections alone. */
const SIGN_INS = { soonMs: 10, everyMs: 60, holdMs: 0 };
/** Connections come in the groups in which their sign-ins were looked up, so a short time will do. */
const STATES = { ...SIGN_INS, everyMs: 40 };

/** Reads the sign-in and the memberships of a connection. Concurrent look-ups share one query. */
@Injectable()
export class ConnectionLookup {
  private readonly actors: BatchLoader<string, Actor>;
  private readonly memberStates: BatchLoader<string, MemberStates>;

  constructor(auth: AuthService, memberStates: MemberStateRepository) {
    this.actors = new BatchLoader((sessionIds) => auth.actorsOf(sessionIds), SIGN_INS);
    this.memberStates = new BatchLoader((userIds) => memberStates.read(userIds), STATES);
  }

  /** @returns undefined when the sign-in is over */
  actorOf(sessionId: string): Promise<Actor | undefined> {
    return this.actors.load(sessionId);
  }

  async memberStatesOf(userId: string): Promise<MemberStates> {
    return (await this.memberStates.load(userId)) ?? new Map<string, never>();
  }
}
