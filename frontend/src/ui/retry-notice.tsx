import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Notice } from './notice.js';

interface RetryNoticeProps {
  /** Names what could not be loaded. */
  children: ReactNode;
  retry: string;
  /** Requests again. It must show another failure itself. */
  onRetry: () => unknown;
}

export function RetryNotice({ children, retry, onRetry }: RetryNoticeProps) {
  return (
    <Notice kind="error" role="alert">
      <p>{children}</p>
      <div>
        <Button variant="secondary" onClick={() => void onRetry()}>
          {retry}
        </Button>
      </div>
    </Notice>
  );
}
