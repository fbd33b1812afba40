import type { ArticleCopy } from './article.js';

export const COOKIES = {
  title: 'Cookiepolicy',
  lead: 'ResQ använder bara det som behövs för att tjänsten ska fungera. Vi har inga cookies för reklam eller statistik.',
  sections: [
    {
      heading: 'Cookies',
      list: [
        'Inloggningscookies sparas tills du loggar ut, dock högst 30 dagar.',
        'Beständiga cookies sparas i högst 12 månader.',
      ],
    },
    {
      heading: 'Annat som sparas i webbläsaren',
      list: [
        'Sessionslagring: ett slumpat id för fliken och din inbjudningskod, tills du stänger fliken.',
        'Lokal lagring: vem som är inloggad, ett slumpat id för enheten och ditt val av tema.',
        'IndexedDB: larm som håller på att skickas, och larm som enheten redan har visat.',
        'Service workerns cache: sidans egna filer, så att den kan öppnas utan nät.',
      ],
    },
    {
      heading: 'Ta bort det',
      paragraphs: [
        'Du kan när som helst ta bort cookies och lagring i webbläsarens inställningar. Då loggas du ut, och larm når inte den webbläsaren förrän du loggar in igen.',
      ],
    },
  ],
} as const satisfies ArticleCopy;
