import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { ERRORS } from '../../../contract/errors.js';
import type { CreatedResetLink, UserRole } from '../../../contract/http.js';
import { TIMES } from '../../../contract/limits.js';
import { PAGES } from '../../../contract/paths.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { sha256 } from '../../../platform/hashing.js';
import type { Logger } from '../../../platform/logging.js';
import { CONFIG, LOGGER } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import { lockUser } from '../lock-user.js';
import { ResetLink } from './reset-link.entity.js';

const TOKEN_BYTES = 16;

/** Refuses by throwing. The person is locked meanwhile, so that nobody rises between check and link. */
type Check = (tx: EntityManager, person: { id: string; roles: UserRole[] }) => Promise<void>;

/** One-time links to a new password. There is no mail server: whoever makes one hands it over. */
@Injectable()
export class ResetLinksService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes the place of an older one. The token is told once and kept as a hash only.
   * @throws AppError account.not_found
   */
  async create(
    whom: { id: string } | { email: string },
    madeBy: string,
    check?: Check,
  ): Promise<CreatedResetLink> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = this.clock.in(TIMES.resetLinkMs);
    const userId = await this.database.transaction(async (tx) => {
      const person = await lockUser(tx, whom);
      if (!person) {
        throw new AppError('account.not_found', { email: ERRORS['account.not_found'].message });
      }
      await check?.(tx, person);
      const link = { userId: person.id, tokenHash: sha256(token), madeBy, expiresAt };
      await tx.upsert(ResetLink, link, ['userId']);
      await this.audit.write(tx, {
        action: 'reset_link.created',
        actorId: madeBy,
        subjectId: person.id,
      });
      return person.id;
    });
    this.logger.info({ userId, madeBy }, 'reset link made');
    return {
      url: `${this.config.publicUrl}${PAGES.reset}#${token}`,
      expiresAt: expiresAt.toISOString(),
    };
  }

  /** @returns whose it is, or undefined when it is unknown, used, replaced or too old */
  async ownerOf(token: string): Promise<string | undefined> {
    const link = await this.database.getRepository(ResetLink).findOneBy(this.living(token));
    return link?.userId;
  }

  /**
   * Of two at once one succeeds: the person is locked by the caller.
   * @throws AppError auth.reset_link_invalid
   */
  async use(tx: EntityManager, token: string): Promise<void> {
    const { affected } = await tx.delete(ResetLink, this.living(token));
    if (affected !== 1) throw new AppError('auth.reset_link_invalid');
  }

  /**
   * Where somebody belongs has changed, and with it who may hold a link to their account, and to
   * whose accounts they may hold one.
   */
  async endAround(tx: EntityManager, userId: string): Promise<void> {
    await lockUser(tx, { id: userId });
    await tx.query('delete from reset_links where user_id = $1 or made_by = $1', [userId]);
  }

  private living(token: string) {
    return { tokenHash: sha256(token), expiresAt: MoreThan(this.clock.now()) };
  }
}
