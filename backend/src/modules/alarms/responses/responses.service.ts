import { Injectable } from '@nestjs/common';
import type { AlarmResponse, Mute } from '../../../contract/alarm.js';
import type { RespondRequest } from '../../../contract/events.js';
import { Clock } from '../../../platform/clock.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { PersonSlots } from '../../../platform/limits/slots.js';
import type { Actor } from '../../auth/actor.js';
import { LOOK_UP_SLOTS } from '../model/alarm-limits.js';
import { helpRule } from '../model/alarm-rules.js';
import { AlarmLookups } from '../stream/alarm-lookups.repository.js';
import { BuildingStream } from '../stream/building-stream.js';
import { UpdateMerger } from '../stream/update-merger.js';
import { PersonalEventsService } from './personal-events.service.js';
import { ResponsesRepository } from './responses.repository.js';

/**
 * Saves what a member answers: responses, which the sender and the managers see, and mutes. Both are
 * sent to all devices of the member.
 */
@Injectable()
export class ResponsesService {
  constructor(
    private readonly clock: Clock,
    private readonly lookups: AlarmLookups,
    private readonly responses: ResponsesRepository,
    private readonly stream: BuildingStream,
    private readonly merger: UpdateMerger,
    private readonly personalEvents: PersonalEventsService,
    private readonly slots: PersonSlots,
  ) {}

  /**
   * Saves a member's response, which replaces an earlier one. A call for help and its end change
   * the alarm itself, so that all members see them. A response whose request was late changes nothing;
   * its answer is the newer one.
   * @throws AppError alarm.not_found or alarm.over
   */
  async respond(actor: Actor, alarmId: string, input: RespondRequest): Promise<AlarmResponse> {
    const isCall = input.response === 'need_help';
    const saved = isCall ? undefined : await this.save(actor, alarmId, input);
    const response = saved ?? (await this.changeHelp(actor, alarmId, input));
    this.personalEvents.responded(actor.userId, response);
    this.personalEvents.reachChanged(alarmId);
    return response;
  }

  /**
   * Mutes an alarm, or ends the mute, on all devices of one user.
   * @throws AppError alarm.not_found
   */
  async setMute(actor: Actor, alarmId: string, muted: boolean): Promise<Mute> {
    const { member } = await this.lookups.accessOf(actor, alarmId);
    if (muted) await this.responses.mute(alarmId, member.id, this.clock.now());
    else await this.responses.unmute(alarmId, member.id);
    // Taken after the save: a sync that was read without this mute is older, and does not undo it.
    const mute = { alarmId, muted, at: this.clock.now().toISOString() };
    this.personalEvents.muted(actor.userId, mute);
    return mute;
  }

  /** @returns undefined when the response would end the member's call for help */
  private async save(
    actor: Actor,
    alarmId: string,
    { response, place, turn }: RespondRequest,
  ): Promise<AlarmResponse | undefined> {
    const at = this.clock.now();
    const entry = {
      alarmId,
      response,
      ...(place !== undefined && { place }),
      ...(turn !== undefined && { turn }),
    };
    const release = await this.slots.take(LOOK_UP_SLOTS, actor.userId);
    const { outcome, membershipId } = await this.responses
      .save(actor, { ...entry, at })
      .finally(release);
    if (outcome === 'not_found') throw new AppError('alarm.not_found');
    if (outcome === 'over') throw new AppError('alarm.over');
    if (outcome === 'overtaken') {
      const known = await this.responses.read(alarmId, membershipId);
      // The statement did not know a call for help that was being saved. This response ends it.
      const isCall = known?.response === 'need_help';
      return isCall && (known.turn ?? 0) <= (turn ?? Infinity) ? undefined : known;
    }
    return outcome === 'saved' ? { ...entry, at: at.toISOString() } : undefined;
  }

  /** Merges before any look-up, so that a flood of calls costs one change a second. */
  private changeHelp(actor: Actor, alarmId: string, input: RespondRequest): Promise<AlarmResponse> {
    return this.merger.run(`${actor.userId} ${alarmId}`, input, {
      kind: 'help',
      make: async (latest) => {
        const { buildingId } = await this.lookups.originOf(alarmId, actor.userId);
        const { response } = await this.stream.change(
          {
            actor,
            buildingId,
            alarmId,
            refusal: () => undefined,
            stranger: 'alarm.not_found',
            tooMany: 'request.rate_limited',
            needs: 'none',
          },
          helpRule(latest),
        );
        const saved = response ?? (await this.newer(actor, alarmId));
        if (!saved) throw new Error('the help rule returned no response');
        return saved;
      },
      combine: (earlier, later) =>
        (later.turn ?? Infinity) < (earlier.turn ?? 0) ? earlier : later,
    });
  }

  /** @returns the response that has overtaken this one */
  private async newer(actor: Actor, alarmId: string): Promise<AlarmResponse | undefined> {
    const { member } = await this.lookups.accessOf(actor, alarmId);
    return this.responses.read(alarmId, member.id);
  }
}
