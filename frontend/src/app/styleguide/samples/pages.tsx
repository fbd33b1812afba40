import { Picture } from '../../../ui/picture.js';
import { FramedPage } from '../../../ui/pages/framed-page.js';
import { Page, PageSection, Section } from '../../../ui/pages/page.js';
import { PageFooter, PageFrame, PageHeader, PageMain } from '../../../ui/pages/page-frame.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { SplitPage } from '../../../ui/pages/split-page.js';
import light from '../../../ui/pages/pictures/street-light.svg';
import dark from '../../../ui/pages/pictures/street-dark.svg';

function Pages() {
  return (
    <PageFrame>
      <PageHeader>
        <p>Sidhuvud</p>
      </PageHeader>
      <PageMain>
        <Page title="Alla delar" heading="Vanlig sida" subtitle="Med underrubrik">
          <Section heading="Rubrik ovanför">
            <p>Innehållet.</p>
          </Section>
          <PageSection heading="Rubrik bredvid">
            <p>Innehållet.</p>
          </PageSection>
        </Page>
      </PageMain>
      <FramedPage>
        <PageTitle title="Alla delar">Kort med bild</PageTitle>
        <p>Innehållet.</p>
      </FramedPage>
      <SplitPage title="Alla delar" heading="Kort i appen" awake={false}>
        <p>Innehållet.</p>
      </SplitPage>
      <div className="relative h-32">
        <Picture light={light} dark={dark} className="absolute size-full" />
      </div>
      <PageFooter>
        <p>Sidfot</p>
      </PageFooter>
    </PageFrame>
  );
}
export const pages = {
  Sample: Pages,
  shows: {
    Page,
    Section,
    PageSection,
    PageFrame,
    PageHeader,
    PageMain,
    PageFooter,
    PageTitle,
    FramedPage,
    SplitPage,
    Picture,
  },
};
