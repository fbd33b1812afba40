import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Ip,
  Param,
  Patch,
  Post,
  UseGuards,
} from '@nestjs/common';
import type { BoardToDo } from '../../contract/exercises.js';
import type { Page } from '../../contract/http.js';
import type { CreatedKiosk, Kiosk, KioskToken } from '../../contract/kiosks.js';
import { AppError, codeOf } from '../../platform/errors/app-error.js';
import { IdParam } from '../../platform/input.js';
import { AttemptLimits, attemptLimit, byNetwork } from '../../platform/limits/attempt-limits.js';
import { networkOf } from '../../platform/limits/network-of.js';
import { PersonSlots } from '../../platform/limits/slots.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { KioskRef, KioskSecret, PairingRef, PairKiosk, RenameKiosk } from './kiosks.dto.js';
import { KiosksService } from './kiosks.service.js';

/** A code lives as long as this window, so an address never has many that wait. */
const WAITING = attemptLimit('kiosk.waiting', 10, 'refuse', 10 * 60);
const WRONG_SECRETS = attemptLimit('kiosk.secret', 20);
/** A secret is looked up before it counts, so an address has few look-ups at once, and the others wait. */
const LOOK_UPS = { name: 'kiosk.secret', atOnce: 2 };
/** With so few a quarter, one of a million codes is not found within the minutes that it lives. */
const WRONG_CODES = attemptLimit('kiosk.code', 5, 'refuse');

/** Open to everybody: a display has no account. */
@Controller('kiosks')
export class KioskPairingController {
  constructor(
    private readonly kiosks: KiosksService,
    private readonly limits: AttemptLimits,
    private readonly slots: PersonSlots,
  ) {}

  /** Makes a display that waits, with the six digits that a manager types. */
  @Post()
  create(@Ip() address: string): Promise<CreatedKiosk> {
    return this.limits.guard(
      [byNetwork(WAITING, address)],
      () => this.kiosks.create(),
      (created) => created !== undefined,
    );
  }

  /**
   * Exchanges the secret of a paired display for a token of ten minutes. Wrong secrets delay only each
   * other: whoever tries them may have the address of the building's displays.
   */
  @Post(':pairingId/token')
  @HttpCode(200)
  async token(
    @Param() { pairingId }: PairingRef,
    @Body() { secret }: KioskSecret,
    @Ip() address: string,
  ): Promise<KioskToken> {
    const release = await this.slots.take(LOOK_UPS, networkOf(address));
    const token = await this.kiosks.tokenOf(pairingId, secret).finally(release);
    if (token) return token;
    return this.limits.guard(
      [byNetwork(WRONG_SECRETS, address)],
      () => Promise.reject(new AppError('kiosk.not_found')),
      () => true,
    );
  }
}

@Controller('buildings/:id/kiosks')
@UseGuards(AccessGuard)
export class KiosksController {
  constructor(
    private readonly kiosks: KiosksService,
    private readonly limits: AttemptLimits,
  ) {}

  /** Lists the displays of the building, with their connection and sound. */
  @Get()
  list(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<Page<Kiosk>> {
    return this.kiosks.list(actor, id);
  }

  /** Pairs the display that shows these six digits with the building. */
  @Post()
  async pair(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() { code, place }: PairKiosk,
  ): Promise<Kiosk> {
    await this.kiosks.requireManager(actor, id);
    return this.limits.guard(
      [{ limit: WRONG_CODES, by: [actor.userId] }],
      () => this.kiosks.pair(actor, id, code, place),
      (_, error) => error !== undefined && codeOf(error) === 'kiosk.code_not_found',
    );
  }

  /** Changes the place of a display. */
  @Patch(':kioskId')
  @HttpCode(204)
  rename(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, kioskId: id }: KioskRef,
    @Body() { place }: RenameKiosk,
  ): Promise<void> {
    return this.kiosks.rename(actor, { buildingId, id }, place);
  }

  /** Revokes a display, which is blank within ten seconds. */
  @Delete(':kioskId')
  @HttpCode(204)
  revoke(
    @CurrentActor() actor: Actor,
    @Param() { id: buildingId, kioskId: id }: KioskRef,
  ): Promise<void> {
    return this.kiosks.revoke(actor, { buildingId, id });
  }
}

@Controller('buildings/:id/to-do')
@UseGuards(AccessGuard)
export class ToDoController {
  constructor(private readonly kiosks: KiosksService) {}

  /** Says whether the board has practised, and which displays are away. */
  @Get()
  @CanWait('read')
  read(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<BoardToDo> {
    return this.kiosks.toDo(actor, id);
  }
}
