import { PAGES } from '@contract/paths';
import type { LongCopy } from '../copy.js';

export const TERMS = {
  title: 'Användarvillkor',
  lead: 'Det här gäller när du använder ResQ. Läs särskilt vad tjänsten inte kan lova.',
  facts: [
    'ResQ ersätter inte 112.',
    'Du ska vara minst 18 år eller ha vårdnadshavares godkännande.',
    'Förbjudet: falska larm, trakasserier, att dela kontot, att kringgå säkerheten, kommersiell användning.',
    'ResQ är gratis under betan. Därefter kostar det cirka 29 kr/månad för privatpersoner. Vi meddelar det minst 30 dagar i förväg.',
    'Uppsägningstiden är 3 månader. Du kan sluta använda tjänsten och stänga kontot när du vill.',
  ],
  sections: [
    {
      id: 'avtalet',
      heading: 'Avtalet',
      blocks: [
        'Villkoren gäller mellan dig och den som driver ResQ på den här webbplatsen. I texten säger vi ”vi”.',
        'Du godkänner villkoren när du skapar ett konto. Skriv gärna ut dem eller spara dem.',
      ],
    },
    {
      id: 'ring-112',
      heading: 'Ring alltid 112 först',
      blocks: [
        'Vid fara för liv, hälsa, egendom eller miljö ringer du 112. Larma sedan grannarna.',
        'Ett larm i ResQ går bara till grannarna. Det går inte till SOS Alarm, räddningstjänsten, ambulansen eller polisen.',
        'ResQ ersätter inte heller brandvarnare eller annat brandskydd i huset.',
      ],
    },
    {
      id: 'vad-resq-gor',
      heading: 'Vad ResQ gör',
      blocks: [
        'Du larmar om brand, medicinsk nöd eller annan fara. Grannar i samma hus varnas med ljud och på skärmen, och med avisering om de har slagit på det. De kan svara, och du ser svaren.',
        {
          list: [
            'Sidan säger att larmet är skickat först när servern har sparat det.',
            'Sidan säger att en granne är nådd först när grannens egen enhet har sagt det.',
            'Går larmet inte att skicka säger sidan det, och att du ska ringa 112.',
            'Ett larm som ingen avslutar upphör av sig självt efter en timme.',
          ],
        },
      ],
    },
    {
      id: 'kan-inte-lova',
      heading: 'Vad vi inte kan lova',
      blocks: [
        'Ett larm når inte alltid alla. Det kan utebli eller dröja för:',
        {
          list: [
            'telefoner och datorer som är avstängda, ljudlösa eller har låg volym',
            'flikar som webbläsaren har fryst, om aviseringar inte är påslagna',
            'iPhone och iPad där ResQ inte är tillagt på hemskärmen',
            'alla som tar emot aviseringar, när webbläsarens aviseringstjänst ligger nere',
            'alla, när el, internet, mobilnät eller våra servrar inte fungerar.',
          ],
        },
        'ResQ är en beta. Tjänsten kan ha fel, ändras och stå stilla. Räkna inte med att en granne kommer. Knacka på, om du kan göra det utan risk.',
      ],
    },
    {
      id: 'konto',
      heading: 'Ditt konto',
      blocks: [
        {
          list: [
            'Kontot är personligt. Välj ett lösenord som du inte använder någon annanstans.',
            'Ange ditt riktiga namn och rätt lägenhet. Grannarna ska kunna hitta dig.',
            'När du flyttar ska du inte längre vara med i huset. Säg till husets ansvariga.',
            'Tror du att någon annan har använt kontot? Logga ut och skriv till oss.',
          ],
        },
        'Åldersgränsen står överst på sidan. Du som godkänner att ett barn använder ResQ ansvarar för att barnet vet när man larmar och att man ringer 112.',
      ],
    },
    {
      id: 'forbjudet',
      heading: 'Så får ResQ inte användas',
      blocks: [
        {
          list: [
            'Falska larm: att larma fast du vet att det inte är någon fara. Den som larmar i god tro gör inget fel, även om faran visar sig vara liten.',
            'Trakasserier: att skrämma, hota eller hänga ut någon, till exempel i texten till ett larm.',
            'Att dela kontot: att låta någon annan använda din inloggning. Alla i hushållet kan ha ett eget konto.',
            'Att kringgå säkerheten: att försöka se andra hus, gissa koder eller störa tjänsten. Har du hittat en brist vill vi gärna höra om den.',
            'Kommersiell användning: att sälja ResQ vidare eller göra reklam i tjänsten.',
          ],
        },
        'Ett medvetet falskt larm kan vara ett brott (16\u00a0kap. 15\u00a0§ brottsbalken).',
        'Den som bryter mot villkoren kan bli av med rätten att larma, medlemskapet i huset eller kontot. Du får veta varför, och du kan be oss pröva saken igen.',
        'Efter många larm på kort tid kan ResQ neka fler en stund. Sidan säger då att du ska ringa 112.',
      ],
    },
    {
      id: 'nar-du-larmar',
      heading: 'När du larmar eller får ett larm',
      blocks: [
        {
          list: [
            'Larma när du tror att grannar är i fara eller kan hjälpa någon som är det.',
            'Skriv bara det grannarna behöver veta.',
            'Avbryt larmet när du vet att det var falskt. Avsluta det när faran är över.',
            'Utsätt dig inte för fara. Gå aldrig in i rök.',
          ],
        },
        'Avtalet tvingar dig inte att ingripa när du får ett larm. Gör det du kan utan risk.',
      ],
    },
    {
      id: 'ansvariga',
      heading: 'Du som är ansvarig för ett hus',
      blocks: [
        {
          list: [
            'Släpp bara in dem som bor i huset, och ta bort dem som har flyttat.',
            'Använd medlemmarnas uppgifter bara för larm och övningar.',
            'Ge räddningsbladet bara till räddningstjänsten.',
            'Koppla bara skärmar som sitter i husets trapphus, och koppla från dem som tas ner.',
            'Berätta i förväg när ni övar.',
          ],
        },
        'Du som ansvarig lovar inte att larm når fram, och du har ingen jour.',
      ],
    },
    {
      id: 'pris',
      heading: 'Pris',
      blocks: [
        'Vad ResQ kostar står överst på sidan. Under betan tar vi inte emot några betalningsuppgifter.',
        'Ingen betalning börjar utan att du har godkänt den. Vill du inte fortsätta efter betan stänger du kontot. Det kostar inget.',
      ],
    },
    {
      id: 'uppsagning',
      heading: 'Uppsägning',
      blocks: [
        'Uppsägningstiden gäller också oss: vill vi avsluta tjänsten eller ditt avtal säger vi till minst 3 månader i förväg. Bara vid allvarliga brott mot villkoren får vi stänga ett konto direkt.',
        'Du stänger kontot i profilen, eller skriver till oss från adressen som du loggar in med. När kontot är stängt får du inga larm. Under betan kostar uppsägningstiden inget.',
        { link: { to: PAGES.closeAccount, text: 'Stäng kontot' } },
        'Du har också 14 dagars ångerrätt enligt distansavtalslagen. Du behöver ingen blankett: skriv till oss.',
        { mailAbout: 'Stänga mitt konto i ResQ' },
        'Vad som händer med dina uppgifter sedan står i integritetspolicyn.',
        { link: { to: `${PAGES.privacy}#hur-lange`, text: 'Läs hur länge uppgifter sparas' } },
      ],
    },
    {
      id: 'vart-ansvar',
      heading: 'Vårt ansvar',
      blocks: [
        'Vi ansvarar enligt svensk lag för skada som vi orsakar genom fel eller försummelse.',
        'Vi ansvarar inte för att ett larm uteblir eller dröjer av skäl som vi inte råder över, till exempel dem under ”Vad vi inte kan lova”.',
        'Villkoren begränsar inga rättigheter som du har enligt tvingande lag, till exempel som konsument.',
      ],
    },
    {
      id: 'andringar',
      heading: 'Ändringar av villkoren',
      blocks: [
        'Vi berättar om ändringar i tjänsten innan de börjar gälla. Datumet överst visar när villkoren ändrades senast. Går du inte med på en ändring kan du stänga kontot.',
      ],
    },
    {
      id: 'tvister',
      heading: 'Lag och tvister',
      blocks: [
        'Svensk lag gäller. Skriv till oss först, så försöker vi lösa det.',
        'Kommer vi inte överens kan du som är konsument vända dig till Allmänna reklamationsnämnden (ARN). Du kan också gå till domstol. Konsumentverket ger vägledning.',
        { link: { to: 'https://www.arn.se/', text: 'Allmänna reklamationsnämnden' } },
        { link: { to: 'https://www.hallakonsument.se/', text: 'Konsumentverkets vägledning' } },
      ],
    },
    {
      id: 'kontakt',
      heading: 'Frågor om villkoren',
      blocks: [
        'Skriv till oss. Vem som driver tjänsten står i integritetspolicyn.',
        { mailAbout: 'Användarvillkor för ResQ' },
      ],
    },
  ],
} as const satisfies LongCopy;
