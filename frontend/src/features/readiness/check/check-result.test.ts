import { describe, expect, it } from 'vitest';
import { type CheckFacts, checkResult } from './check-result.js';

const NOW = new Date('2026-11-21T13:05:22.000Z');
const TODAY = NOW.toISOString();
const OLD = '2025-10-21T13:05:22.000Z';

/** A device on which everything was tested today. */
const ALL: CheckFacts = {
  state: 'ready',
  phase: 'idle',
  armed: true,
  testedAt: TODAY,
  hasPush: true,
  isPushProven: true,
  pushTestedAt: TODAY,
  isTouch: false,
};
const UNTESTED = { state: 'readyByPush', testedAt: null } as const;
const UNPROVEN = { isPushProven: false, pushTestedAt: null };
const OFF = { ...UNPROVEN, hasPush: false };
const NO_SOUND = { state: 'untested', testedAt: null } as const;
const TESTED = 'Senast testad i dag kl.\u00a014.05.';

describe('the result for a device', () => {
  it.each([
    ['on which all is proven', {}, `Den här enheten är redo. ${TESTED}`],
    [
      'whose push is older than the sound test',
      { pushTestedAt: '2026-11-03T13:05:00.000Z' },
      'Den här enheten är redo. Senast testad 3 november kl.\u00a014.05.',
    ],
    ['without a sound test', UNTESTED, 'Nästan redo. Ljudet är inte testat.'],
    [
      'with an old sound test',
      { ...UNTESTED, testedAt: OLD },
      'Nästan redo. Ljudet testades senast 21 oktober 2025 kl.\u00a015.05. Testa igen.',
    ],
    [
      'whose sound is off',
      { state: 'readyByPush', armed: false },
      'Nästan redo. Ljudet är av i den här fliken.',
    ],
    [
      'whose sound was not audible',
      { ...UNTESTED, phase: 'inaudible' },
      'Nästan redo. Du hörde inte testljudet.',
    ],
    ['without a push test', UNPROVEN, `Nästan redo. Testaviseringen är kvar. ${TESTED}`],
    [
      'without push',
      OFF,
      `Nästan redo. Larm hörs bara när sidan är öppen. Stäng den inte. ${TESTED}`,
    ],
    [
      'without push, on a phone',
      { ...OFF, isTouch: true },
      `Nästan redo. Larm hörs bara när skärmen är på och sidan är öppen. Stäng den inte. ${TESTED}`,
    ],
    [
      'on which nothing is tested',
      { ...NO_SOUND, ...OFF },
      'Inte redo. Ljudet är inte testat. Du får bara larm när sidan är öppen.',
    ],
    [
      'on which push is on, and nothing tested',
      { ...NO_SOUND, ...UNPROVEN },
      'Inte redo. Ljudet är inte testat. Du får bara larm när sidan är öppen.',
    ],
    [
      'whose sound the browser refused',
      { state: 'muted', phase: 'refused', armed: false, ...OFF, isTouch: true },
      'Inte redo. Ljudet är av i den här fliken. Du får bara larm när skärmen är på och sidan är öppen.',
    ],
    [
      'without a connection',
      { state: 'away' },
      'Inte redo. Frånkopplad. Larm når inte den här fliken.',
    ],
    [
      'of a user without a building',
      { state: 'noBuilding' },
      'Inte redo. Du får larm när du är med i ett hus.',
    ],
    ['that is connecting', { state: 'connecting' }, 'Ansluter. Vänta ett ögonblick.'],
  ] as const)('%s', (_which, change, words) => {
    const { title, text } = checkResult({ ...ALL, ...change }, NOW);
    expect(`${title} ${text}`).toBe(words);
  });

  it('promises nothing of an open page where notifications are proven', () => {
    expect(checkResult({ ...ALL, ...UNTESTED }, NOW).text).not.toMatch(/öppen|Stäng/);
    expect(checkResult(ALL, NOW).text).not.toMatch(/öppen|Stäng/);
  });
});
