import type { ArticleCopy } from './article.js';

export const PRIVACY = {
  title: 'Integritetspolicy',
  lead: 'Så behandlar ResQ dina personuppgifter enligt dataskyddsförordningen (GDPR).',
  sections: [
    {
      heading: 'Vad vi sparar om dig',
      list: [
        'Konto: e-postadress och ett lösenord som bara sparas som kontrollvärde.',
        'Medlemskap: ditt namn, hus och lägenhetsnummer, samt uppgång om du anger den.',
        'Larm: vem som larmade, när, vilken sort, och svaren på larmet. Fritext och plats sparas som du skrev dem.',
        'Enheter: om enheten är redo att ta emot larm, och adressen hos webbläsarens aviseringstjänst om du slår på aviseringar.',
        'Loggar: tekniska händelser och säkerhetshändelser, för att driva och skydda tjänsten.',
      ],
    },
    {
      heading: 'Varför',
      paragraphs: [
        'Vi behandlar uppgifterna för att fullgöra avtalet med dig: att varna dina grannar när du larmar och dig när de gör det. Loggar behandlas med stöd av vårt berättigade intresse av en säker tjänst.',
        'Ett larm om medicinsk nöd, eller det du skriver i ett larm, kan säga något om hälsa. Skriv bara det som behövs för att grannarna ska kunna hjälpa.',
      ],
    },
    {
      heading: 'Vem som ser vad',
      paragraphs: [
        'Vid ett larm ser grannarna ditt namn och lägenhetsnummer, men inte din e-postadress eller ditt telefonnummer.',
        'Husets ansvariga ser vilka som är medlemmar, men inte heller de ser din e-postadress. De kan ge räddningstjänsten ett blad om ett pågående larm, med namn och lägenheter.',
        'Aviseringar går genom webbläsarens aviseringstjänst hos Google, Mozilla, Apple eller Microsoft. Innehållet är krypterat hela vägen till din enhet.',
      ],
    },
    {
      heading: 'Hur länge',
      list: [
        'Larmhistorik sparas i 12 månader.',
        'Kontouppgifter raderas inom 30 dagar efter att kontot har stängts.',
        'I äldre larm står du därefter som ”Tidigare boende”.',
      ],
    },
    {
      heading: 'Dina rättigheter',
      paragraphs: [
        'Du har rätt att få veta vad vi sparar om dig, att få det rättat eller raderat, att få ut det i ett format som går att läsa maskinellt, och att invända mot behandlingen. Skriv till oss. Du kan också klaga hos Integritetsskyddsmyndigheten (IMY).',
      ],
    },
  ],
} as const satisfies ArticleCopy;
