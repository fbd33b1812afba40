import { HOMES_PER_BUILDING } from '@contract/limits';
import { isolated } from '@contract/written-text';
import type { LineError } from './read-homes.js';
import { memberHomeText } from '../buildings.copy.js';

const homes = (count: number) => `${count} ${count === 1 ? 'lägenhet' : 'lägenheter'}`;

export const HOMES = {
  title: 'Lägg in lägenheter',
  field: 'Lägenheter',
  hint: 'En uppgång per rad: A 1001–1004, 1101–1304. Bara en uppgång? Skriv bara numren.',
  numbers: 'Skatteverkets fyra siffror gäller, inte föreningens egna nummer.',
  file: 'Välj fil (CSV)',
  fileHint: 'Filen läses i webbläsaren. Bara uppgång och lägenhetsnummer skickas.',
  excel: 'Det är en Excel-fil. Spara som CSV, eller kopiera cellerna och klistra in dem.',
  tooMany: `Ett hus kan ha högst ${HOMES_PER_BUILDING.toLocaleString('sv')} lägenheter.`,
  which: {
    apartment: 'Vilken kolumn är lägenhetsnumret?',
    entrance: 'Vilken kolumn är uppgången?',
    none: 'Ingen',
    choose: 'Välj',
    column: (n: number, heading: string, example: string) =>
      heading ? `${heading} (${example})` : `Kolumn ${n} (${example})`,
  },
  preview: 'Förhandsvisning',
  noEntrance: 'Utan uppgång',
  counts: (added: number, known: number, wrong: number) =>
    [
      `${added} ${added === 1 ? 'ny' : 'nya'}.`,
      known > 0 && `${known} finns redan.`,
      wrong > 0 && `${wrong} ${wrong === 1 ? 'rad har' : 'rader har'} fel.`,
    ]
      .filter(Boolean)
      .join(' '),
  addZero: 'Lägg till nollan',
  submit: (count: number) => (count > 0 ? `Lägg in ${homes(count)}` : 'Lägg in'),
  nothing: 'Skriv eller klistra in lägenheter först.',
  done: (count: number) => `${homes(count)} är ${count === 1 ? 'inlagd' : 'inlagda'}.`,
  doneText: 'Skriv ut brev till dem under Bjud in.',
  failed: 'Kunde inte lägga in lägenheterna',
  notLoaded: 'Kunde inte ladda sidan.',
} as const;

/** Returns, for example, "Rad 9: ”901” har tre siffror. Menar du 0901?" */
export function errorText(error: LineError): string {
  const at = `Rad ${error.line}:`;
  if (error.kind === 'twice') {
    return `${at} ${memberHomeText(error.home)} står två gånger.`;
  }
  const text = `”${isolated(error.text)}”`;
  if (error.kind === 'zero') return `${at} ${text} har tre siffror. Menar du 0${error.text}?`;
  if (error.kind === 'range') return `${at} ${text} slutar innan det börjar.`;
  if (error.kind === 'entrance') return `${at} uppgångens namn är för långt.`;
  return `${at} ${text} är inte fyra siffror.`;
}
