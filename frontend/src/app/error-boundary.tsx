import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
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
        <h1 className="text-h1">Något gick fel på sidan. Ring 112 vid fara.</h1>
        <Ring112 />
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Ladda om sidan
        </Button>
      </main>
    );
  }
}
