import { PAGES } from '@contract/paths';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { buttonClass } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { FramedPage } from '../../ui/pages/framed-page.js';
import { PageTitle } from '../../ui/pages/page-title.js';

export default function NotFound() {
  const { pathname } = useLocation();

  useEffect(() => {
    // The specification requires this console line. It is a warning, because nothing is broken.
    console.warn('404: there is no page at', pathname);
  }, [pathname]);

  return (
    <FramedPage awake={false}>
      <PageTitle title="Sidan finns inte" lang="en">
        Oops! Page not found
      </PageTitle>
      <p>Sidan finns inte, eller så har den flyttats.</p>
      <Link to={PAGES.home} className={buttonClass({ className: 'self-start' })}>
        Till startsidan
      </Link>
    </FramedPage>
  );
}
