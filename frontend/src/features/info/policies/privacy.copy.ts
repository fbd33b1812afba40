import { PAGES } from '@contract/paths';
import type { LongCopy } from '../copy.js';
import { RETENTION, PURPOSES, SEEN } from './privacy-tables.copy.js';

export const PRIVACY = {
  title: 'Integritetspolicy',
  lead: 'Så behandlar ResQ dina personuppgifter enligt dataskyddsförordningen (GDPR).',
  facts: [
    'Vid ett larm ser grannarna ditt namn och lägenhetsnummer, men inte din e-postadress eller ditt telefonnummer.',
    'Larmhistorik sparas i 12 månader.',
    'Kontouppgifter raderas inom 30 dagar efter att kontot har stängts.',
    'Vi säljer inga uppgifter. Vi har ingen reklam, ingen spårning och ingen profilering.',
  ],
  sections: [
    {
      id: 'ansvarig',
      heading: 'Vem som ansvarar',
      blocks: [
        'Den som driver ResQ på den här webbplatsen är personuppgiftsansvarig. I texten säger vi ”vi”.',
        { operator: 'Demo, ingen verksamhet' },
        'Skriv till oss om du har frågor om dina uppgifter.',
        { mailAbout: 'Personuppgifter i ResQ' },
      ],
    },
    {
      id: 'uppgifter',
      heading: 'Vilka uppgifter vi har och varför',
      blocks: [
        'Det mesta behövs för att vi ska kunna hålla avtalet med dig: att varna dina grannar när du larmar och dig när de gör det.',
        { table: PURPOSES },
        'E-postadress och namn måste du lämna för att kunna vara med i ett hus, och lägenhet om du bor där. Uppgång, plats och fritext är frivilliga.',
        'ResQ sparar inga telefonnummer, personnummer eller betalningsuppgifter.',
        'Intresseanmälan på startsidan kontrolleras bara i din webbläsare och skickas inte till oss. Kontaktformuläret öppnar ditt eget e-postprogram och sparar inget hos oss.',
        'Vad som sparas i din webbläsare står i cookiepolicyn.',
        { link: { to: PAGES.cookies, text: 'Läs vad webbläsaren sparar' } },
      ],
    },
    {
      id: 'halsa',
      heading: 'Hälsouppgifter och fritext',
      blocks: [
        'Ett larm om medicinsk nöd kan säga något om någons hälsa. Det kan också det du skriver i ett larm, och svaret att du behöver hjälp. Hälsouppgifter är känsliga uppgifter enligt artikel 9 i GDPR.',
        {
          list: [
            'När du larmar för egen del eller svarar att du behöver hjälp gör du det med ditt uttryckliga samtycke (artikel 9.2\u00a0a). Innan du skickar ett larm ser du att alla i huset varnas och att ditt namn och din lägenhet visas.',
            'När du larmar för någon som inte själv kan samtycka, till exempel en medvetslös person, stöder vi oss på att skydda den personens liv (artikel 9.2\u00a0c).',
          ],
        },
        'Larmar du för någon som kan svara: fråga först, om det finns tid.',
        'Skriv bara det grannarna behöver för att kunna hjälpa. Skriv inte diagnoser, och inte andras namn om det inte behövs. Alla medlemmar i huset kan läsa det. Resten säger du till 112.',
        'Du kan ta tillbaka ditt samtycke. Skriv till oss, så tar vi bort hälsouppgifterna ur larmet. Det ändrar inte vad grannarna redan har sett.',
      ],
    },
    {
      id: 'vem-ser',
      heading: 'Vem som ser vad',
      blocks: [
        { table: SEEN },
        'Den som inte längre är medlem i huset får inga larm därifrån. Det kontrolleras varje gång ett larm skickas ut.',
      ],
    },
    {
      id: 'mottagare',
      heading: 'Vilka som får uppgifter',
      blocks: [
        {
          list: [
            'Driftleverantörer, om vi anlitar sådana för servrar, databas och säkerhetskopior. De får bara behandla uppgifterna enligt våra instruktioner. Fråga oss vilka de är och var servrarna står.',
            'Webbläsarens aviseringstjänst, om du slår på aviseringar: Google, Mozilla, Apple eller Microsoft, beroende på webbläsare. Innehållet är krypterat hela vägen till din enhet. Tjänsten ser att något skickas till din webbläsare, men inte vad det är.',
            'Räddningstjänsten, om husets ansvariga lämnar över räddningsbladet om ett pågående larm.',
            'Myndigheter, när lagen kräver det.',
          ],
        },
        'Aviseringstjänsterna drivs av företag i USA. Att en avisering skickas till din webbläsare kan därför bli känt utanför EU och EES. Vill du inte det låter du bli att slå på aviseringar. Då når larm dig bara när sidan är öppen.',
        'Vi lämnar inga uppgifter till annonsörer och använder inga mätverktyg från andra. Vi fattar inga beslut om dig som bara bygger på automatik och som påverkar dina rättigheter (artikel 22).',
      ],
    },
    {
      id: 'hur-lange',
      heading: 'Hur länge vi sparar',
      blocks: [
        { table: RETENTION },
        'När kontot är raderat står du som ”Tidigare boende”, utan lägenhet, i larm som finns kvar. Plats och fritext som du har skrivit tas bort ur dem.',
      ],
    },
    {
      id: 'rattigheter',
      heading: 'Dina rättigheter',
      blocks: [
        'Du har rätt att:',
        {
          list: [
            'få veta vad vi har om dig och få en kopia',
            'få fel rättade',
            'få uppgifter raderade',
            'få behandlingen begränsad medan en fråga utreds',
            'få ut dina uppgifter i en fil som andra tjänster kan läsa',
            'invända mot det vi gör med stöd av berättigat intresse',
            'ta tillbaka ett samtycke.',
          ],
        },
        'I profilen kan du själv ladda ner dina uppgifter, rätta dem och stänga kontot.',
        { link: { to: PAGES.profile, text: 'Till profilen' } },
        'Annars skriver du till oss från adressen som du loggar in med, så att vi vet att det är du. Vi svarar inom en månad. Det kostar inget.',
        { mailAbout: 'Mina rättigheter enligt GDPR' },
      ],
    },
    {
      id: 'klaga',
      heading: 'Om du vill klaga',
      blocks: [
        'Säg gärna till oss först. Du kan alltid klaga hos Integritetsskyddsmyndigheten (IMY), som har tillsyn över hur personuppgifter behandlas.',
        { link: { to: 'https://www.imy.se/', text: 'Integritetsskyddsmyndigheten' } },
      ],
    },
    {
      id: 'sakerhet',
      heading: 'Så skyddar vi uppgifterna',
      blocks: [
        {
          list: [
            'Över internet går all trafik krypterad (https).',
            'Lösenord och inloggningsnycklar sparas bara som kontrollvärden. De går inte att läsa ut.',
            'Inloggningen ligger i en cookie som skript på sidan inte kan läsa.',
            'Den som gissar lösenord eller koder bromsas.',
            'Bara aktiva medlemmar i huset får husets larm. Skärmar som husets ansvariga har kopplat visar dem utan namn.',
          ],
        },
        'Inget system är helt säkert. Skulle dina uppgifter hamna fel, och det kan leda till hög risk för dig, berättar vi det för dig. Vi anmäler också händelsen till IMY när lagen kräver det.',
      ],
    },
    {
      id: 'barn',
      heading: 'Barn och unga',
      blocks: [
        'ResQ är gjort för vuxna. Är du under 18 år ska din vårdnadshavare ha godkänt att du använder tjänsten. Vi frågar inte efter din ålder.',
        'Är du vårdnadshavare och vill att ett barns konto stängs? Skriv till oss.',
      ],
    },
    {
      id: 'andringar',
      heading: 'Ändringar',
      blocks: [
        'Vi ändrar texten när tjänsten ändras. Datumet överst visar när det hände senast. Viktiga ändringar berättar vi om i tjänsten innan de börjar gälla.',
      ],
    },
  ],
} as const satisfies LongCopy;
