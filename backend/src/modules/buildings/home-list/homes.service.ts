import { Injectable } from '@nestjs/common';
import type { Home } from '../../../contract/alarm.js';
import { entranceKey, homeKeyIn } from '../../../contract/homes.js';
import type { HomesOfEntrance, ListedHome, Page } from '../../../contract/http.js';
import { HOMES_PER_BUILDING } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../auth/actor.js';
import { RightsService } from '../rights.service.js';
import type { ChangeHomes } from '../buildings.dto.js';
import { HomeRepository } from './home.repository.js';

/**
 * The list of a building's homes, which says who is missing. For managers: `list` and `change` throw
 * AppError building.not_a_member or building.manager_required for everybody else.
 */
@Injectable()
export class HomesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rights: RightsService,
    private readonly homes: HomeRepository,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @returns the homes of the list that nobody is with; the caller has checked the right */
  outside(buildingId: string): Promise<Home[]> {
    return this.homes.findOutside(buildingId);
  }

  /** @returns all homes, by entrance and number */
  async list(actor: Actor, buildingId: string): Promise<Page<ListedHome>> {
    await this.rights.check('homes.manage', buildingId, actor);
    return this.page(buildingId);
  }

  /**
   * Adds and removes homes. What is there already, or gone already, stays as it is.
   * @throws AppError home.in_use for a home in which somebody lives or waits, or home.too_many; nothing is
   *   changed then
   */
  async change(actor: Actor, buildingId: string, change: ChangeHomes): Promise<Page<ListedHome>> {
    await this.rights.check('homes.manage', buildingId, actor);
    await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'homes.manage', buildingId, actor);
      const all = await this.homes.findAll(buildingId, tx);
      const before = all.filter(({ listed }) => listed);
      const [add, remove] = [flat(change.add), flat(change.remove)];
      const keyOf = homeKeyIn([...all, ...add]);
      const unwanted = new Set(remove.map(keyOf));
      const gone = before.filter((home) => unwanted.has(keyOf(home)));
      const known = new Set(before.map(keyOf));
      const added = firstOfEach(add, keyOf)
        .filter((home) => !known.has(keyOf(home)))
        .map(homeListOf(before, keyOf).asListed);
      if (before.length - gone.length + added.length > HOMES_PER_BUILDING) {
        throw new AppError('home.too_many');
      }
      if (gone.length > 0) {
        const isInUse = await this.homes.isAnyInUse(tx, buildingId, gone);
        if (isInUse) throw new AppError('home.in_use');
        await this.homes.remove(tx, buildingId, gone, this.clock.now());
      }
      if (added.length > 0) await this.homes.add(tx, buildingId, added);
      if (gone.length + added.length === 0) return;
      const act = { action: 'homes.changed', actorId: actor.userId, buildingId } as const;
      const details = { added: added.length, removed: gone.length };
      await this.audit.write(tx, { ...act, details });
    });
    return this.page(buildingId);
  }

  /** Adds homes that the list does not have. */
  add(tx: Tx, buildingId: string, homes: Home[]): Promise<void> {
    return this.homes.add(tx, buildingId, homes);
  }

  /** @returns the number of homes: of the list, and others that have a member */
  count(buildingId: string): Promise<number> {
    return this.homes.count(buildingId);
  }

  /** @returns the names of the list's entrances, sorted */
  async entrances(buildingId: string): Promise<string[]> {
    const list = (await this.homes.findAll(buildingId)).filter(({ listed }) => listed);
    const names = list.flatMap(({ entrance }) => entrance ?? []);
    return [...new Set(names)].sort(inOrder);
  }

  /**
   * @returns the home as the list spells it
   * @throws AppError home.not_listed when the building has a list without it, unless it may be `unlisted`
   */
  async find(tx: Tx, buildingId: string, home: Home, unlisted = false): Promise<Home> {
    const all = await this.homes.findAll(buildingId, tx);
    const { has, asListed } = homeListOf(all);
    const isRefused = home.apartment && !unlisted && !has(home);
    if (isRefused && all.some(({ listed }) => listed)) throw new AppError('home.not_listed');
    return asListed(home);
  }

  /** @returns whether the two are one home of the building, however their entrances are spelled */
  async isOne(tx: Tx, buildingId: string, one: Home, other: Home): Promise<boolean> {
    const keyOf = homeKeyIn([...(await this.homes.findAll(buildingId, tx)), one, other]);
    return keyOf(one) === keyOf(other);
  }

  /** @returns the homes as the list spells them, each once */
  async asListed(tx: Tx, buildingId: string, homes: Home[]): Promise<Home[]> {
    const all = await this.homes.findAll(buildingId, tx);
    return firstOfEach(homes, homeKeyIn([...all, ...homes])).map(homeListOf(all).asListed);
  }

  private async page(buildingId: string): Promise<Page<ListedHome>> {
    const homes = await this.homes.findAll(buildingId);
    const keyOf = homeKeyIn(homes);
    const invited = new Map<string | undefined, Date>();
    for (const { until, ...home } of await this.homes.findInvited(buildingId, this.clock.now())) {
      const known = invited.get(keyOf(home));
      if (!known || known < until) invited.set(keyOf(home), until);
    }
    const items = homes.map((home) => {
      const invitedUntil = invited.get(keyOf(home))?.toISOString();
      return { ...home, ...(invitedUntil && { invitedUntil }) };
    });
    items.sort(
      (a, b) => inOrder(a.entrance ?? '', b.entrance ?? '') || inOrder(a.apartment, b.apartment),
    );
    return { items, next: null };
  }
}

/** @returns the homes one by one */
export const flat = (all: HomesOfEntrance[] = []): Home[] =>
  all.flatMap(({ entrance, apartments }) =>
    apartments.map((apartment) => ({ ...(entrance && { entrance }), apartment })),
  );

const inOrder = new Intl.Collator('sv', { numeric: true }).compare;

function firstOfEach(homes: Home[], keyOf: (home: Home) => string | undefined): Home[] {
  const byKey = new Map<string | undefined, Home>();
  for (const home of homes) if (!byKey.has(keyOf(home))) byKey.set(keyOf(home), home);
  return [...byKey.values()];
}

interface HomeList {
  has: (home: Home) => boolean;
  /** Returns the home as the list spells it, or another one with its entrance in the list's spelling. */
  asListed: (home: Home) => Home;
}

/** @param keyOf tells the homes apart; the caller's own where it knows of more entrances than `all` has */
function homeListOf(all: ListedHome[], keyOf = homeKeyIn(all)): HomeList {
  const list = all.filter(({ listed }) => listed);
  const homes = new Map<string | undefined, Home>();
  const entrances = new Map<string, string>();
  for (const { entrance, apartment } of list) {
    const home = { ...(entrance && { entrance }), apartment };
    homes.set(keyOf(home), home);
    if (entrance) entrances.set(entranceKey(entrance), entrance);
  }
  return {
    has: (home) => homes.has(keyOf(home)),
    asListed: (home) => {
      const entrance = entrances.get(entranceKey(home.entrance));
      return homes.get(keyOf(home)) ?? { ...home, ...(entrance && { entrance }) };
    },
  };
}
