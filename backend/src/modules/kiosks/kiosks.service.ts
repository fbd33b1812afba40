import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../contract/audit.js';
import type { BoardToDo } from '../../contract/exercises.js';
import type { Page } from '../../contract/http.js';
import {
  KIOSK_CODE_MS,
  KIOSKS_PER_BUILDING,
  type CreatedKiosk,
  type Kiosk,
  type KioskToken,
} from '../../contract/kiosks.js';
import { Clock } from '../../platform/clock.js';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { AppError } from '../../platform/errors/app-error.js';
import { newToken, sha256 } from '../../platform/secret-texts.js';
import { AuditService } from '../audit/audit.service.js';
import type { Actor } from '../auth/actor.js';
import { PresenceService } from '../buildings/devices/presence.service.js';
import { RightsService } from '../buildings/rights.service.js';
import { ExercisesService } from '../exercises/exercises.service.js';
import { KioskTokens } from './kiosk-tokens.js';
import { KioskRepository, type ListedKiosk } from './kiosk.repository.js';

const SECRET_BYTES = 32;
const CODE_DIGITS = 6;
/** Another display has the same code once in a thousand times while a thousand wait. */
const ATTEMPTS = 10;

/**
 * The displays in a building's stairwells. The methods for managers throw AppError
 * building.not_a_member or building.manager_required.
 */
@Injectable()
export class KiosksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly kiosks: KioskRepository,
    private readonly tokens: KioskTokens,
    private readonly rights: RightsService,
    private readonly audit: AuditService,
    private readonly presence: PresenceService,
    private readonly exercises: ExercisesService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError system.busy when no free code was found */
  async create(): Promise<CreatedKiosk> {
    const secret = newToken(SECRET_BYTES);
    const codeExpiresAt = this.clock.in(KIOSK_CODE_MS);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const id = randomUUID();
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
      const secretHash = sha256(secret);
      const createdAt = this.clock.now();
      if (await this.kiosks.insert({ id, secretHash, code, codeExpiresAt, createdAt })) {
        return { pairingId: id, secret, code, expiresAt: codeExpiresAt.toISOString() };
      }
    }
    throw new AppError('system.busy');
  }

  /**
   * @returns a token of ten minutes; undefined for a display that is unknown or has another secret
   * @throws AppError kiosk.not_paired, or kiosk.revoked, also when its code is too old
   */
  async tokenOf(id: string, secret: string): Promise<KioskToken | undefined> {
    const known = await this.kiosks.findBySecret(id, sha256(secret));
    if (!known) return undefined;
    const { buildingId, building, place, codeExpiresAt, isRevoked } = known;
    if (isRevoked) throw new AppError('kiosk.revoked');
    if (buildingId !== null) {
      const token = this.tokens.sign(id, buildingId);
      return { ...token, place: place ?? '', building: { name: building ?? '' } };
    }
    const isWaiting = codeExpiresAt !== null && codeExpiresAt > this.clock.now();
    throw new AppError(isWaiting ? 'kiosk.not_paired' : 'kiosk.revoked');
  }

  async list(actor: Actor, buildingId: string): Promise<Page<Kiosk>> {
    await this.rights.check('kiosks.manage', buildingId, actor);
    const rows = await this.kiosks.list(buildingId, this.presence.aliveAfter());
    return { items: rows.map(viewOf), next: null };
  }

  /** @returns what the page of the homes asks the board to do beside them, in one answer */
  async toDo(actor: Actor, buildingId: string): Promise<BoardToDo> {
    const { items } = await this.list(actor, buildingId);
    return {
      practised: await this.exercises.isPractised(buildingId),
      displaysAway: items
        .filter(({ connected }) => !connected)
        .map(({ id, place }) => ({ id, place })),
    };
  }

  requireManager(actor: Actor, buildingId: string): Promise<unknown> {
    return this.rights.check('kiosks.manage', buildingId, actor);
  }

  /** @throws AppError kiosk.code_not_found or kiosk.too_many */
  async pair(actor: Actor, buildingId: string, code: string, place: string): Promise<Kiosk> {
    const now = this.clock.now();
    const id = await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'kiosks.manage', buildingId, actor);
      if ((await this.kiosks.count(tx, buildingId)) >= KIOSKS_PER_BUILDING) {
        throw new AppError('kiosk.too_many');
      }
      const paired = await this.kiosks.pair(tx, code, { buildingId, place, now });
      if (!paired) throw new AppError('kiosk.code_not_found');
      await this.record(tx, 'kiosk.paired', actor, { buildingId, id: paired });
      return paired;
    });
    return { id, place, pairedAt: now.toISOString(), connected: false };
  }

  /** @throws AppError kiosk.not_found */
  async rename(
    actor: Actor,
    { buildingId, id }: { buildingId: string; id: string },
    place: string,
  ): Promise<void> {
    await this.change(actor, { buildingId, id }, 'kiosk.renamed', (tx) =>
      this.kiosks.rename(tx, buildingId, id, place),
    );
  }

  /**
   * Every node reads the displays' rights each second, so the display goes blank without a signal.
   * @throws AppError kiosk.not_found
   */
  async revoke(
    actor: Actor,
    { buildingId, id }: { buildingId: string; id: string },
  ): Promise<void> {
    await this.change(actor, { buildingId, id }, 'kiosk.revoked', async (tx) => {
      const isRevoked = await this.kiosks.revoke(tx, buildingId, id, this.clock.now());
      return isRevoked || undefined;
    });
  }

  /** @param make returns whether the display is another now; undefined when there is none */
  private async change(
    actor: Actor,
    kiosk: { buildingId: string; id: string },
    action: AuditAction,
    make: (tx: Tx) => Promise<boolean | undefined>,
  ): Promise<void> {
    await this.rights.check('kiosks.manage', kiosk.buildingId, actor);
    await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'kiosks.manage', kiosk.buildingId, actor);
      const isNew = await make(tx);
      if (isNew === undefined) throw new AppError('kiosk.not_found');
      if (isNew) await this.record(tx, action, actor, kiosk);
    });
  }

  private record(
    tx: Tx,
    action: AuditAction,
    { userId }: Actor,
    { buildingId, id }: { buildingId: string; id: string },
  ): Promise<void> {
    return this.audit.write(tx, { action, actorId: userId, buildingId, subjectId: id });
  }
}

function viewOf({ id, place, pairedAt, isConnected, sound, seenAt }: ListedKiosk): Kiosk {
  return {
    id,
    place,
    pairedAt: pairedAt.toISOString(),
    connected: isConnected,
    ...(isConnected && sound && { sound }),
    ...(!isConnected && seenAt && { seenAt: seenAt.toISOString() }),
  };
}
