import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Collector } from '../../../platform/database/batch-loader.js';
import type { Actor } from '../../auth/actor.js';
import { AuthService } from '../../auth/auth.service.js';
import { readStandings, type Standing } from '../stream/member-state.js';

/** What a connection must know of its person: of many that come at once, in one query each. */
@Injectable()
export class SocketLookup {
  private readonly actors: Collector<string, Actor>;
  private readonly standings: Collector<string, Standing>;

  constructor(auth: AuthService, database: DataSource) {
    this.actors = new Collector((sessionIds) => auth.actorsOf(sessionIds));
    this.standings = new Collector((userIds) => readStandings(database, userIds));
  }

  /** @returns undefined when the sign-in is over */
  actorOf(sessionId: string): Promise<Actor | undefined> {
    return this.actors.get(sessionId);
  }

  async standingOf(userId: string): Promise<Standing> {
    return (await this.standings.get(userId)) ?? new Map<string, never>();
  }
}
