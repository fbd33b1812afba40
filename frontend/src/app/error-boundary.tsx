import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { PageTitle } from '../ui/pages/page-title.js';
import { Ring112 } from '../ui/ring-112.js';

/** Catches a page that fails to render, and leads the user to 112 instead. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="mx-auto flex max-w-measure flex-col items-start gap-6 p-4 py-10">
        <div role="alert" className="flex flex-col items-start gap-6">
          <PageTitle title="Något gick fel">Något gick fel på sidan. Ring 112 vid fara.</PageTitle>
          <Ring112 />
        </div>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Ladda om sidan
        </Button>
      </main>
    );
  }
}
