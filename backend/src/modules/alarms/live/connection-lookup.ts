import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import type { Actor } from '../../auth/actor.js';
import { AuthService } from '../../auth/auth.service.js';
import {
  MemberStateRepository,
  type MemberStates,
} from '../stream/members/member-state.repository.js';

/** Connections come in the groups in which their sign-ins were looked up, so a short time will do. */
const STATES_EVERY_MS = 40;

/** Reads the sign-in and the memberships of a connection. Concurrent look-ups share one query. */
@Injectable()
export class ConnectionLookup {
  private readonly actors: BatchLoader<string, Actor>;
  private readonly memberStates: BatchLoader<string, MemberStates>;

  constructor(auth: AuthService, memberStates: MemberStateRepository) {
    this.actors = new BatchLoader((sessionIds) => auth.actorsOf(sessionIds));
    this.memberStates = new BatchLoader((userIds) => memberStates.read(userIds), STATES_EVERY_MS);
  }

  /** @returns undefined when the sign-in is over */
  actorOf(sessionId: string): Promise<Actor | undefined> {
    return this.actors.load(sessionId);
  }

  async memberStatesOf(userId: string): Promise<MemberStates> {
    return (await this.memberStates.load(userId)) ?? new Map<string, never>();
  }
}
