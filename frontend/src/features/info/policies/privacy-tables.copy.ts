import type { TableCopy } from '../copy.js';

const CONTRACT = 'Avtalet med dig (artikel 6.1\u00a0b)';

export const PURPOSES = {
  caption: 'Uppgifter, ändamål och rättslig grund',
  columns: ['Uppgift', 'Vad vi sparar', 'Varför', 'Rättslig grund'],
  rows: [
    [
      'Konto',
      'E-postadress och lösenord. Lösenordet sparas bara som ett kontrollvärde. När du senast bad om en lösenordslänk, och när du såg att villkoren hade ändrats.',
      'Du ska kunna logga in, och ingen annan i ditt namn.',
      CONTRACT,
    ],
    [
      'Inloggningar',
      'När du loggade in, med vilken sorts webbläsare (till exempel ”Chrome på Android”), hur länge inloggningen gäller och när du senast angav en kod i den.',
      'Du ska vara inloggad tills du loggar ut. En utloggad flik kan inte larma.',
      CONTRACT,
    ],
    [
      'Tvåstegsverifiering',
      'Bara om du slår på den: nyckeln till din kodapp, krypterad, och återställningskoder som kontrollvärden.',
      'Ingen ska kunna logga in i ditt namn med bara ditt lösenord.',
      CONTRACT,
    ],
    [
      'Medlemskap',
      'Namn, hus, lägenhetsnummer, uppgång om du anger den, din roll och när du gick med. Namn och lägenhet före och efter en ändring. När en ansvarig har bett dig testa ett larm, och skälet om en ansvarig har pausat din rätt att larma.',
      'Rätt hus ska varnas, grannarna ska veta vem som behöver hjälp och var, och det ska gå att utreda vem som stod bakom ett larm.',
      CONTRACT,
    ],
    [
      'Larm',
      'Vem som larmade, när, vilken sort, vilka som också larmade, hur det slutade, och plats och fritext om du anger det.',
      'Varna grannarna, visa vad som händer och i efterhand kunna se vad som hände.',
      'Avtalet med dig (artikel 6.1\u00a0b). För andra som nämns: att skydda liv (artikel 6.1\u00a0d)',
    ],
    [
      'Svar på larm',
      'Vad du svarade, när, och var du är om du anger det.',
      'Den som larmar och husets ansvariga ska se vem som är i säkerhet och vem som behöver hjälp.',
      CONTRACT,
    ],
    [
      'Enheter',
      'Ett slumpat id och en kort beskrivning av webbläsaren (till exempel ”Chrome på Android”), namnet om du ger enheten ett, när den senast var ansluten och när du senast testade ljudet, om ljud och aviseringar är på, om ett larm har nått dit, och webbläsarens adress hos sin aviseringstjänst om du slår på aviseringar.',
      'Larm ska nå dig, och ingen ska tro att du är nådd om du inte är det.',
      CONTRACT,
    ],
    [
      'Övningar',
      'När husets ansvariga håller en övning: hur redo dina enheter var när den började, till exempel redo, otestad eller inte ansluten.',
      'Husets ansvariga ska se varför en övning inte nådde en lägenhet, och du ska få veta vad du kan göra åt det.',
      CONTRACT,
    ],
    [
      'Inbjudningskoder',
      'Koden, hur många gånger och när den har använts, och namn, e-postadress och företag om administratören skriver in det.',
      'Betan ska vara öppen för inbjudna, och vi ska veta vem som har fått vilken kod.',
      'Vårt berättigade intresse av att styra betan (artikel 6.1\u00a0f)',
    ],
    [
      'Loggar',
      'Tekniska händelser och säkerhetshändelser, med slumpade id i stället för namn. Din ip-adress används för att bromsa den som gissar lösenord eller koder.',
      'Hitta fel och skydda tjänsten.',
      'Vårt berättigade intresse av en säker tjänst (artikel 6.1\u00a0f)',
    ],
    [
      'E-post till oss',
      'Din e-postadress och det du skriver.',
      'Svara dig.',
      'Vårt berättigade intresse av att kunna svara (artikel 6.1\u00a0f)',
    ],
  ],
} as const satisfies TableCopy;

export const SEEN = {
  caption: 'Vem som ser vilka uppgifter',
  columns: ['Vem', 'Ser', 'Ser inte'],
  rows: [
    [
      'Grannar i huset',
      'Larmet: namn, lägenhet och uppgång för den som larmar, plats och fritext, vilka som också har larmat och vilka som behöver hjälp. I efterhand också larmets tidslinje, men inte vad andra har svarat. Alltid: hur många lägenheter som är redo att ta emot larm, men inte vilka.',
      'E-postadresser',
    ],
    [
      'Den som larmar',
      'Dessutom vilka lägenheter som har nåtts och vad de har svarat.',
      'E-postadresser',
    ],
    [
      'Husets ansvariga',
      'Dessutom medlemmarnas namn, lägenhet, roll, när de gick med, om de kan nås just nu och när de senast testade ljudet, och vad som har nått vem vid ett larm. Vad som har gjorts i huset de senaste 12 månaderna, och av vem.',
      'E-postadresser och lösenord',
    ],
    [
      'Den som får en personlig inbjudan',
      'Husets namn och adress, och namnet på den ansvariga som bjuder in.',
      'Grannarnas uppgifter',
    ],
    [
      'Räddningstjänsten',
      'Räddningsbladet, om husets ansvariga lämnar över det under ett larm: namn, lägenheter och vilka som behöver hjälp.',
      'E-postadresser, och inget alls när larmet är slut: då slutar länken att gälla',
    ],
    [
      'Den som går förbi en skärm i trapphuset',
      'Under ett larm: typ, uppgång, plan och lägenhet. Vid medicinsk nöd bara uppgång och plan. Vid en övning ingen lägenhet.',
      'Namn, fritext och plats, och vid medicinsk nöd lägenheten',
    ],
    [
      'Administratörer av ResQ',
      'Inbjudningskoderna, vilka hus som finns, och i säkerhetshändelserna vilket konto (e-postadress) som har gjort vad. Den som sköter servern kan komma åt databasen när driften kräver det.',
      'Lösenord',
    ],
  ],
} as const satisfies TableCopy;

export const RETENTION = {
  caption: 'Hur länge uppgifterna sparas',
  columns: ['Uppgift', 'Sparas'],
  rows: [
    ['Larm med svar, tidslinje och vilka enheter det nådde', '12 månader från larmet'],
    ['Konto och medlemskap', 'Så länge du har kontot, och sedan i högst 30 dagar'],
    ['Medlemskap i ett hus som du har lämnat', '12 månader, högst så länge du har kontot'],
    ['Namn och lägenhet före och efter en ändring', '12 månader, högst så länge du har kontot'],
    ['Hur redo dina enheter var vid en övning', '12 månader från övningen'],
    ['Inloggningar', '30 dagar efter att du har loggat ut eller inloggningen har gått ut'],
    ['Tvåstegsverifiering', 'Tills du slår av den eller stänger kontot'],
    [
      'Enheter',
      'Tills du tar bort enheten, inte har använt den på 12 månader eller stänger kontot',
    ],
    ['Adress för aviseringar', 'Tills du stänger av aviseringar, loggar ut eller stänger kontot'],
    ['Inbjudningskoder', 'Tills en administratör tar bort koden'],
    ['Tillträde med inbjudningskod', 'Högst 48 timmar från att koden senast användes'],
    [
      'Ip-adresser vid försök att logga in, ange koder och skapa konto',
      'Högst en timme, bara som kontrollvärden',
    ],
    ['Tekniska loggar', 'Högst 30 dagar'],
    ['Säkerhetshändelser', '12 månader, med slumpade id i stället för namn'],
    ['Säkerhetskopior', 'Högst 14 dagar'],
    ['E-post till oss', 'Så länge vi behöver den för att svara dig'],
  ],
} as const satisfies TableCopy;
