import { PAGES } from '@contract/paths';
import type { LongCopy, TableCopy } from '../copy.js';

const COLUMNS = ['Namn', 'Vad det är till för', 'Hur länge'];

/** cookies.test.ts compares these names with the code that writes them. */
const COOKIE_TABLE = {
  caption: 'Cookies i ResQ',
  columns: COLUMNS,
  names: true,
  rows: [
    [
      '__Host-resq_rt',
      'Håller dig inloggad. Skript på sidan kan inte läsa den, och webbläsaren skickar den bara till ResQ.',
      'Tills du loggar ut, högst 30 dagar från inloggningen',
    ],
    [
      'resq_rt',
      'Samma sak, när ResQ körs utan https på den egna datorn.',
      'Tills du loggar ut, högst 30 dagar från inloggningen',
    ],
    [
      '__Host-resq_challenge',
      'Bara om du har tvåstegsverifiering: att du har skrivit rätt lösenord och ska skriva en kod.',
      'Tills du är inloggad, högst fem minuter',
    ],
    [
      'resq_challenge',
      'Samma sak, när ResQ körs utan https på den egna datorn.',
      'Tills du är inloggad, högst fem minuter',
    ],
    [
      '__Host-resq_known',
      'Visar att du har loggat in i den här webbläsaren förut. Då kan ingen annan stänga dig ute genom att gissa ditt lösenord. Ett slumpat id utan namn eller e-postadress, som inte räcker för att logga in.',
      'Högst 12 månader från att du senast var inloggad',
    ],
    [
      'resq_known',
      'Samma sak, när ResQ körs utan https på den egna datorn.',
      'Högst 12 månader från att du senast var inloggad',
    ],
  ],
} as const satisfies TableCopy;

const PER_TAB = {
  caption: 'Sessionslagring, en per flik',
  columns: COLUMNS,
  names: true,
  rows: [
    [
      'resq.session-id',
      'Ett slumpat id för fliken. Med det minns servern i 24 timmar att du har angett en giltig inbjudningskod.',
      'Tills du stänger fliken',
    ],
    [
      'resq.access',
      'Inbjudningskoden och när den godkändes.',
      'Tills du stänger fliken, eller öppnar startsidan när de 24 timmarna har gått',
    ],
    [
      'resq.invitation',
      'Den inbjudan till ett hus som du har öppnat, så att den finns kvar medan du skapar konto eller loggar in.',
      'Tills du har gått med, inbjudan har slutat gälla eller du stänger fliken',
    ],
    [
      'resq.armed',
      'Att ljudet har varit på i fliken, så att den säger till om det stängs av när sidan laddas om.',
      'Tills du stänger fliken',
    ],
    [
      'resq.message',
      'Det du senast skrev i kontaktformuläret, så att texten finns kvar om inget e-postprogram öppnas.',
      'Tills du stänger fliken',
    ],
    [
      'resq.updated',
      'Vilken version fliken senast har uppdaterat sig till.',
      'Tills du stänger fliken',
    ],
  ],
} as const satisfies TableCopy;

const LOCAL = {
  caption: 'Lokal lagring',
  columns: COLUMNS,
  names: true,
  rows: [
    [
      'resq.session',
      'Vem som är inloggad (id, e-postadress och roll) och till när. Ingen nyckel till kontot.',
      'Tills du loggar ut. Gäller i högst 30 dagar',
    ],
    [
      'resq.sign-out',
      'Att du har loggat ut, och om servern har fått veta det.',
      'Tills någon loggar in igen',
    ],
    [
      'resq.reload-silences',
      'Att webbläsaren stänger av ljudet när sidan laddar om sig själv, så att den låter bli.',
      'Tills du rensar webbplatsens data',
    ],
    [
      'resq.device',
      'Ett slumpat id för webbläsaren, så att det går att se om ett larm har nått den.',
      'Tills du rensar webbplatsens data',
    ],
    [
      'resq.house',
      'Vilket hus du visade senast, om du är med i flera.',
      'Tills du rensar webbplatsens data',
    ],
    [
      'resq.missed',
      'Till när webbläsaren har hört av ditt hus, och larm som du har missat under det senaste dygnet: typ, tid och hur de slutade. Inga namn.',
      'Tills du loggar ut',
    ],
    [
      'resq.push',
      'Om aviseringar är på här, om de har slutat fungera, och vilken version av webbläsaren som senast visade en testavisering.',
      'Tills du loggar ut',
    ],
    [
      'resq.kiosk',
      'Bara på en skärm i trapphuset: nyckeln som visar att det är samma skärm.',
      'Tills skärmen kopplas från',
    ],
    ['resq.theme', 'Ljust eller mörkt tema, om du har bytt.', 'Tills du rensar webbplatsens data'],
    [
      'resq.install',
      'Att du inte vill lägga ResQ på hemskärmen, så att vi inte frågar igen.',
      'Tills du rensar webbplatsens data',
    ],
  ],
} as const satisfies TableCopy;

const MORE = {
  caption: 'Andra utrymmen som ResQ kan använda',
  columns: ['Utrymme', ...COLUMNS.slice(1)],
  rows: [
    [
      'IndexedDB',
      'Ett larm som du håller på att skicka: typ, hus, lägenhet och när du tryckte. Då går det inte förlorat om sidan laddas om.',
      'Tills du har fått veta hur det gick, eller loggar ut',
    ],
    [
      'Service workerns cache',
      'Sidans skript och stilmallar, så att den öppnas snabbare. Inga personuppgifter, och inget om larm.',
      'Tills en ny version ersätter dem, eller tills du rensar webbplatsens data',
    ],
    [
      'Din adress, i en egen cache',
      'Husets namn och adress, uppgång och lägenhet, för de hus du är med i. Utan nät visas de bredvid 112, så att du kan säga var du är.',
      'Tills du loggar ut eller inte är med i något hus',
    ],
    [
      'Aviseringar',
      'Larmets avisering, med en nyckel som bara kan ta emot och besvara det larmet.',
      'Tills aviseringen stängs. Nyckeln slutar gälla när larmet är över',
    ],
    [
      'Prenumeration på aviseringar',
      'Webbläsarens adress hos sin aviseringstjänst. Finns bara om du slår på aviseringar.',
      'Tills du stänger av aviseringar eller loggar ut',
    ],
  ],
} as const satisfies TableCopy;

export const COOKIES = {
  title: 'Cookiepolicy',
  lead: 'Det här sparar ResQ i din webbläsare. Vi sparar bara det som behövs för att tjänsten ska fungera.',
  facts: [
    'Inloggningscookies sparas tills du loggar ut, dock högst 30 dagar.',
    'Beständiga cookies sparas i högst 12 månader.',
    'Vi har inga cookies för reklam, statistik eller spårning.',
  ],
  sections: [
    {
      id: 'cookies',
      heading: 'Cookies',
      blocks: [
        'ResQ har tre cookies. En finns bara när du är inloggad, och en bara medan du loggar in med tvåstegsverifiering. Den tredje finns kvar när du har loggat ut.',
        { table: COOKIE_TABLE },
      ],
    },
    {
      id: 'lagring',
      heading: 'Annat som sparas i webbläsaren',
      blocks: [
        'Webbläsaren har fler ställen att spara på än cookies. Lagen behandlar dem på samma sätt.',
        { table: PER_TAB },
        { table: LOCAL },
        { table: MORE },
      ],
    },
    {
      id: 'samtycke',
      heading: 'Därför frågar vi inte om samtycke',
      blocks: [
        'Det vi sparar behövs för att ge dig den tjänst som du själv har bett om. Då kräver lagen att vi informerar dig, men inte att du samtycker (9\u00a0kap. 28\u00a0§ lagen om elektronisk kommunikation). Därför visar vi ingen ruta att godkänna.',
        'Post- och telestyrelsen (PTS) har tillsyn över reglerna.',
        { link: { to: 'https://www.pts.se/', text: 'Post- och telestyrelsen' } },
      ],
    },
    {
      id: 'andra',
      heading: 'Cookies från andra',
      blocks: ['Det finns inga. Sidan hämtar inget från andra webbplatser.'],
    },
    {
      id: 'ta-bort',
      heading: 'Ta bort det som sparas',
      blocks: [
        {
          list: [
            'Logga ut: inloggningscookien, uppgiften om vem som är inloggad och din adress tas bort.',
            'Stäng fliken: sessionslagringen försvinner.',
            'Rensa webbplatsens data i webbläsarens inställningar: allt försvinner.',
          ],
        },
        'När du har rensat allt är du utloggad. Larm når inte den webbläsaren förrän du har loggat in igen och slagit på ljudet. Du får också ange inbjudningskoden igen, och temat blir ljust.',
        'Stoppar du cookies helt kan du inte förbli inloggad, och larm når dig inte.',
      ],
    },
    {
      id: 'mer',
      heading: 'Mer om dina uppgifter',
      blocks: [
        'Vad som sparas på servern, och vilka rättigheter du har, står i integritetspolicyn.',
        { link: { to: PAGES.privacy, text: 'Läs om dina personuppgifter' } },
        'Frågor om cookies? Skriv till oss.',
        { mailAbout: 'Cookies i ResQ' },
      ],
    },
  ],
} as const satisfies LongCopy;
