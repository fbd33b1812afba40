import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import type { Actor } from '../../auth/actor.js';
import { AuthService } from '../../auth/auth.service.js';
import { readMemberStates, type MemberStates } from '../stream/member-state.js';

/** What a connection must know of its person: of many that come at once, in one query each. */
@Injectable()
export class ConnectionLookup {
  private readonly actors: BatchLoader<string, Actor>;
  private readonly standings: BatchLoader<string, MemberStates>;

  constructor(auth: AuthService, database: DataSource) {
    this.actors = new BatchLoader((sessionIds) => auth.actorsOf(sessionIds));
    this.standings = new BatchLoader((userIds) => readMemberStates(database, userIds));
  }

  /** @returns undefined when the sign-in is over */
  actorOf(sessionId: string): Promise<Actor | undefined> {
    return this.actors.load(sessionId);
  }

  async memberStatesOf(userId: string): Promise<MemberStates> {
    return (await this.standings.load(userId)) ?? new Map<string, never>();
  }
}
