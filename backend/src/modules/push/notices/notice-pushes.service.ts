import { Inject, Injectable } from '@nestjs/common';
import type { NoticeAbout, PushBody } from '../../../contract/push.js';
import { PAGES } from '../../../contract/paths.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import { CONFIG } from '../../../platform/tokens.js';
import { plainBody } from '../alarms/push-bodies.js';
import { PushSender } from '../sending/push-sender.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';

const TTL_S = 24 * 60 * 60;

/** For example "måndag 7 december kl. 18.00". The server may be in another time zone than the building. */
const MOMENT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** The words of each notice, `{at}` for its time, and the page that it opens. It names nobody. */
const NOTICES: Record<NoticeAbout, { title: string; body: string; navigate: string }> = {
  reminder: {
    title: 'Testa att larm når dig',
    body: 'Styrelsen ber dig testa. Det tar en halv minut.',
    navigate: PAGES.check,
  },
  approved: { title: 'Du är med i huset', body: 'Testa att larm når dig.', navigate: PAGES.check },
  removed: {
    title: 'Du är inte längre med i huset',
    body: 'Du får inga fler larm därifrån.',
    navigate: PAGES.app,
  },
  demoted: {
    title: 'Du är inte längre ansvarig för huset',
    body: 'Du får larm som förut.',
    navigate: PAGES.app,
  },
  waiting: {
    title: 'Någon väntar på godkännande',
    body: 'Godkänn eller neka under Huset.',
    navigate: PAGES.building,
  },
  many_removed: {
    title: 'Många har tagits bort ur huset',
    body: 'Se vem som gjorde det under Händelser.',
    navigate: PAGES.buildingLog,
  },
  exercise_announced: {
    title: 'Övning {at}',
    body: 'Ingen fara. Står det Brandlarm är det på riktigt.',
    navigate: PAGES.app,
  },
  exercise_called_off: {
    title: 'Övningen {at} är inställd',
    body: 'Larm når dig som vanligt.',
    navigate: PAGES.app,
  },
};

/** Sends notices once: what is no emergency is not tried again. */
@Injectable()
export class NoticePushesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly subscriptions: SubscriptionRepository,
    private readonly sender: PushSender,
    jobs: JobQueue,
  ) {
    jobs.handle('push.notice', ({ about, userIds, at }) => this.send(about, userIds, at));
  }

  private async send(about: NoticeAbout, userIds: string[], at: string | undefined): Promise<void> {
    const body = this.bodyOf(about, at);
    const found = await Promise.all(
      userIds.map((userId) => this.subscriptions.findLive(userId, undefined)),
    );
    const targets = found.flat();
    const options = { ttlS: TTL_S, topic: `notice-${about}`, urgency: 'normal' } as const;
    const outcomes = await Promise.all(
      targets.map((target) => this.sender.send(target, body, options)),
    );
    const dead = targets.filter((_target, n) => outcomes[n]?.result === 'dead');
    await this.subscriptions.markDead(dead, this.clock.now());
  }

  private bodyOf(about: NoticeAbout, at: string | undefined): PushBody {
    const { title, ...words } = NOTICES[about];
    return plainBody(this.config.publicUrl, {
      ...words,
      title: at ? title.replace('{at}', momentOf(at)) : title,
      tag: `notice-${about}`,
      data: { kind: 'notice', about },
    });
  }
}

function momentOf(at: string): string {
  const parts = Object.fromEntries(
    MOMENT.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
  );
  const { weekday, day, month, hour, minute } = parts;
  return `${weekday} ${day} ${month} kl. ${hour}.${minute}`;
}
