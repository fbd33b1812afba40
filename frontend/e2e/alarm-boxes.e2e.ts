import type { Page } from '@playwright/test';
import type { AlarmType } from '@contract/alarm';
import { ALL, expectShown, SCOPES, type Seen } from './alarm-boxes.js';
import { Neighbour } from './neighbour.js';
import { activeAlarms, decide, expect, test, type Tab } from './story.js';

/** Tests that no state of an alarm cuts, covers or scrolls away what it is about, at every size. */

const NOTE = 'Det luktar rök i hela trapphuset, och det kommer från källaren.';
const PHONE = { width: 360, height: 740 };
const OPEN = { viewport: PHONE, bypassCSP: true };

const INCOMING: Seen = {
  whole: true,
  texts: [/^Storgatan 12 · /, 'Brandlarm', /^Lägenhet.1201, plan.2/],
  controls: [
    'Ring 112',
    'Jag är i säkerhet',
    'Jag behöver hjälp',
    'Jag kan hjälpa till',
    'ljudet',
    'Minimera',
  ],
};
const OWN: Seen = {
  texts: ['Brandlarm', 'Storgatan 12', /^Larmet är skickat kl/, '^\\d av \\d.lägenheter nådda'],
  controls: ['Ring 112', 'Faran är över', 'alskt larm'],
};

/** The places of an alarm's buttons, without "Nästa": it is among the texts, which make room for a bar. */
const placesIn = (page: Page): Promise<string[]> =>
  page.locator('[role=alertdialog] :is(a, button):not(.alarm-texts *)').evaluateAll((all) =>
    all.map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return `${Math.round(x)} ${Math.round(y)}`;
    }),
  );

/** Cuts the connection for a moment, which no button may move for. */
async function staysBeside({ page, context }: Tab, state: string, meanwhile?: () => Promise<void>) {
  const bar = page.getByRole('alertdialog').getByText(/^(Du är offline\. Ring 112|Ansluten igen)/);
  const before = await placesIn(page);
  await context.setOffline(true);
  await expect(bar).toHaveText('Du är offline. Ring 112 vid fara.');
  await expect(bar).toBeInViewport({ ratio: 1 });
  expect.soft(await placesIn(page), state).toEqual(before);
  await meanwhile?.();
  await context.setOffline(false);
  await expect(bar).toHaveText('Ansluten igen.');
  expect.soft(await placesIn(page), `${state}, connected again`).toEqual(before);
  await expect(bar).toHaveCount(0);
}

for (const one of SCOPES) {
  const { tag, scope } = one;

  test(`a neighbour’s alarm is shown whole at ${scope}`, { tag }, async ({ resident, request }) => {
    const [tab, anna, karl] = [
      await resident('lisa', OPEN),
      await Neighbour.of(request, 'anna'),
      await Neighbour.of(request, 'karl'),
    ];
    const { page } = tab;
    const dialog = page.getByRole('alertdialog');
    const fire = await anna.raise('fire');
    await expect(dialog.getByText('Rök i trapphuset?')).toBeVisible();
    const advice = { ...INCOMING, texts: [...INCOMING.texts, '^Rök i trapphuset'] };
    await expectShown(one, page, 'incoming', advice);

    const medical = await anna.raise('medical', { note: NOTE });
    await expect(dialog.getByText('2 larm pågår')).toBeVisible();
    const several = { ...INCOMING, texts: [...INCOMING.texts, '^2 larm pågår'] };
    await expectShown(one, page, 'two alarms', several);
    await karl.respond(fire, 'need_help');
    await expect(dialog.getByText(/^Behöver hjälp: /)).toBeVisible();
    const called = { ...several, texts: [...several.texts, '^Behöver hjälp: lägenhet.1301'] };
    await expectShown(one, page, 'two alarms, a call for help', called);
    await page.setViewportSize(PHONE);
    await staysBeside(tab, 'a call for help', async () => {
      await expectShown(one, page, 'two alarms, a call for help and a bar', called);
      await page.setViewportSize(PHONE);
    });

    await dialog.getByRole('button', { name: 'Nästa' }).click();
    await expect(dialog.getByText(NOTE)).toBeVisible();
    await dialog.getByRole('button', { name: 'Jag kommer och hjälper' }).click();
    await expect(dialog.getByText('Än så länge är det bara du som kommer.')).toBeVisible();
    const coming = {
      texts: [
        'Medicinsk nöd',
        'Storgatan 12',
        /^Larm från lägenhet.1201/,
        NOTE,
        'Ditt svar',
        '^Än så länge',
      ],
      controls: ['Ring 112', 'Ändra svar', 'Minimera'],
    };
    await expectShown(one, page, 'coming, with a note', coming);

    await anna.end(medical);
    await dialog.getByRole('button', { name: 'Jag behöver hjälp' }).click();
    await expect(dialog.getByText('Ingen har sett det än. Ring 112.')).toBeVisible();
    const needed = {
      // The answer, the places, and then who has seen it.
      texts: ['Brandlarm', 'Storgatan 12', 'Ditt svar', 'Var är du', '^Ingen har sett det än'],
      controls: ['Ring 112', 'Ändra svar', 'Min lägenhet', 'Källaren', 'Minimera'],
    };
    await expectShown(one, page, 'needs help', needed);
    await anna.end(fire);
    await expect(page.getByText('Behöver du fortfarande hjälp?')).toBeVisible();
    const ended = { texts: ['Faran är över.', 'Behöver du'], controls: ['Ja', 'Nej', 'Ring 112'] };
    await expectShown(one, page, 'ended', ended);
  });

  test(`the sender’s alarm is shown whole at ${scope}`, { tag }, async ({ resident, request }) => {
    const karl = await resident('karl', OPEN);
    const { page, context } = karl;
    // The page stays where the person has scrolled it to, until it becomes an alarm.
    await page.setViewportSize(ALL[0]!);
    await page.evaluate(() => window.scrollTo(0, 1e6));
    await page.getByRole('button', { name: 'Brand', exact: true }).click();
    await decide(karl);
    const send = page.getByRole('button', { name: 'Skicka brandlarm' });
    await expectShown(one, page, 'sheet', {
      texts: ['^Skicka brandlarm', '^Larmet går till', '^Ditt namn'],
      controls: ['Skicka brandlarm', 'Avbryt'],
    });
    await page.setViewportSize(ALL[0]!);
    await send.click();
    await expect(page.getByText(/^Larmet är skickat kl/).first()).toBeVisible();
    await expect(page.getByText(/lägenheter nådda/).first()).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expectShown(one, page, 'sent', {
      ...OWN,
      texts: [...OWN.texts, 'Brinner det hos dig'],
    });
    // The bars that are not about the alarm wait until it is over.
    const bars = page.locator('[data-alarm] .in-data-alarm\\:hidden');
    const shown = await bars.evaluateAll(
      (all) => all.filter((bar) => bar.checkVisibility()).length,
    );
    expect(await bars.count()).toBeGreaterThan(1);
    expect(shown, 'bars beside the alarm').toBe(0);
    const [alarm] = await activeAlarms(request);
    const lisa = await Neighbour.of(request, 'lisa');
    await lisa.respond(alarm!, 'need_help');
    await expect(page.getByText(/^Behöver hjälp: /)).toBeVisible();
    const called = { ...OWN, texts: [...OWN.texts, '^Behöver hjälp: lägenhet.1102'] };
    await expectShown(one, page, 'sent, a call for help', called);

    await context.setOffline(true);
    await expect(page.getByText('Du är offline. Ring 112 vid fara.')).toBeVisible();
    const offline = { ...called, texts: [...called.texts, '^Du är offline'] };
    await expectShown(one, page, 'sent, a call for help and a bar', offline);
    await context.setOffline(false);
    await expect(page.getByText('Du är offline. Ring 112 vid fara.')).toHaveCount(0);
    await expect(page.getByText('Ansluten igen.')).toHaveCount(0);

    // Another alarm is confirmed at the top of the page too.
    await page.setViewportSize(ALL[1]!);
    await page.getByRole('button', { name: 'Skicka ett nytt larm' }).click();
    await page.getByRole('button', { name: 'Annan fara', exact: true }).click();
    await decide(karl);
    await page.getByRole('button', { name: 'Skicka larm om fara' }).click();
    await expect(page.getByRole('heading', { name: 'Annan fara' })).toBeVisible();
    await expect(page.getByText(/lägenheter nådda/).first()).toBeVisible();
    const other = { ...OWN, texts: ['Annan fara', ...OWN.texts.slice(1)] };
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expectShown(one, page, 'a second alarm', other);
  });
}

const KINDS: [AlarmType, string, string[], more: { exercise?: boolean; note?: string }][] = [
  ['fire', 'Brandlarm', ['Jag är i säkerhet', 'Jag behöver hjälp', 'Jag kan'], { note: NOTE }],
  [
    'medical',
    'Medicinsk nöd',
    ['Jag kommer', 'Jag kan inte komma', 'Jag behöver hjälp'],
    { note: NOTE },
  ],
  ['other', 'Annan fara', ['Jag är i säkerhet', 'Jag kommer', 'Jag behöver hjälp'], {}],
  ['fire', 'Övning', ['Jag hörde övningen'], { exercise: true }],
];

for (const one of SCOPES) {
  const { tag, scope } = one;

  test(`each kind of alarm is shown whole at ${scope}`, { tag }, async ({ resident, request }) => {
    const [{ page }, anna] = [await resident('lisa', OPEN), await Neighbour.of(request, 'anna')];
    for (const [type, title, answers, more] of KINDS) {
      const alarm = await anna.raise(type, more);
      await expect(page.getByRole('alertdialog', { name: title })).toBeVisible();
      await expectShown(one, page, `incoming: ${title}`, {
        ...INCOMING,
        texts: [/^Storgatan 12 · /, title, /^Lägenhet.1201, plan.2/],
        controls: ['Ring 112', ...answers, 'ljudet', 'Minimera'],
      });
      await page.getByRole('button', { name: answers[0] }).click();
      await expect(page.getByText(/^Ditt svar: /)).toBeVisible();
      const from = /^(Larm|Övning) från lägenhet.1201/;
      const answered = {
        texts: [title, 'Storgatan 12', from, ...(more.note ? [more.note] : []), 'Ditt svar'],
      };
      const inDialog = { ...answered, controls: ['Ring 112', 'Minimera'] };
      await expectShown(one, page, `answered: ${title}`, inDialog);
      await page.getByRole('button', { name: 'Minimera' }).click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expectShown(one, page, `minimised: ${title}`, { ...answered, controls: ['Ring 112'] });
      await anna.end(alarm);
      const over = more.exercise ? 'Övningen är över.' : 'Faran är över.';
      await expect(page.getByRole('heading', { name: over })).toBeVisible();
      const ended = {
        texts: ['^Storgatan 12', over, /avslutade/],
        controls: ['Stäng', 'Ring 112'],
      };
      await expectShown(one, page, `ended: ${title}`, ended);
      await page.getByRole('button', { name: 'Stäng' }).click();
    }
  });
}

test('the question at the end of an alarm fills a phone, and has no word for two things', async ({
  resident,
  request,
}) => {
  const { page } = await resident('karl', { viewport: { width: 360, height: 740 } });
  await (await Neighbour.of(request, 'karl')).raise('fire');
  await page.getByRole('button', { name: 'Falskt larm' }).click();
  const asked = page.getByRole('dialog', { name: 'Var det ett falskt larm?' });
  const buttons = asked.getByRole('button');
  await expect(buttons).toHaveText(['Behåll larmet', 'Avsluta som falskt larm']);
  const { width: room } = (await asked.getByRole('heading').boundingBox())!;
  for (const one of await buttons.all()) {
    expect((await one.boundingBox())?.width).toBeCloseTo(room, 0);
  }
});

test('the panel shows its three buttons on a phone on its side', async ({ resident }) => {
  const { page } = await resident('karl', { viewport: { width: 740, height: 360 } });
  for (const name of ['Brand', 'Medicinsk nöd', 'Annan fara']) {
    const { y = 0, height = 1e6 } = (await page.getByRole('button', { name }).boundingBox()) ?? {};
    const menu = (await page.getByRole('navigation').boundingBox())!;
    expect(y + height, name).toBeLessThanOrEqual(menu.y);
  }
});

// The test of a neighbour's alarm above sees it at one size.
for (const viewport of [
  PHONE,
  { width: 740, height: 360 },
  // The bar must not take away the height from which the layout is another one.
  { width: 1366, height: 657 },
]) {
  const size = `${viewport.width} × ${viewport.height}`;
  test(
    `the connection’s bar moves no button of an alarm at ${size}`,
    { tag: '@long' },
    async ({ resident, request }) => {
      const tab = await resident('lisa', { viewport });
      const dialog = tab.page.getByRole('alertdialog');
      const [anna, karl] = [
        await Neighbour.of(request, 'anna'),
        await Neighbour.of(request, 'karl'),
      ];
      const fire = await anna.raise('fire');
      await expect(dialog).toBeVisible();
      await staysBeside(tab, 'incoming');
      await karl.respond(fire, 'need_help');
      await expect(dialog.getByText(/^Behöver hjälp: /)).toBeVisible();
      await staysBeside(tab, 'a call for help');
      await dialog.getByRole('button', { name: 'Jag behöver hjälp' }).click();
      await expect(dialog.getByText('Ingen har sett det än. Ring 112.')).toBeVisible();
      await staysBeside(tab, 'answered');
    },
  );
}
