import { PAGES } from '@contract/paths';
import { Phone } from 'lucide-react';
import { useRef, useState } from 'react';
import { AskedButton } from '../../../ui/asked-button.js';
import { Bar } from '../../../ui/bar.js';
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from '../../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../../ui/confirm-dialog.js';
import { CopyButton } from '../../../ui/copyable.js';
import { Link, LONE_LINK } from '../../../ui/link.js';
import { Ring112 } from '../../../ui/ring-112.js';
import { toast, type ToastKind, Toasts } from '../../../ui/toasts.js';

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'danger', 'plain'];
const SIZES: ButtonSize[] = ['normal', 'answer', 'send'];
const COPIED = { title: 'Kopierad!', text: 'Länken har kopierats' };

function Actions() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <div key={variant} className="styleguide-row">
          <Button variant={variant}>Spara</Button>
          <Button variant={variant} icon={<Phone aria-hidden="true" className="size-5" />}>
            Med bild
          </Button>
          <Button variant={variant} busy>
            Sparar …
          </Button>
          <Button variant={variant} disabled>
            Går inte nu
          </Button>
        </div>
      ))}
      <div className="styleguide-row bg-brand p-4">
        <Button variant="onBrand">På blått</Button>
      </div>
      <div className="styleguide-row">
        {SIZES.map((size) => (
          <Button key={size} size={size}>
            {size}
          </Button>
        ))}
      </div>
      <div className="styleguide-row">
        <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
          Länk som knapp
        </Link>
        <Link to={PAGES.app} className={LONE_LINK}>
          Länk för sig
        </Link>
        <CopyButton text="ABCD-1234" copied={COPIED} notCopied={COPIED}>
          Kopiera
        </CopyButton>
        <Ring112 address="Storgatan 12, Umeå" />
      </div>
    </>
  );
}
export const actions = { Sample: Actions, shows: { Button, Link, CopyButton, Ring112 } };

function Bars() {
  return (
    <>
      <Bar>
        <span>Utan knapp.</span>
      </Bar>
      <Bar action={{ text: 'Slå på ljudet', onClick: () => undefined }}>
        <span>Ljudet är av i den här fliken.</span>
      </Bar>
      <Bar action={{ text: 'Logga in', to: PAGES.auth }} inAlarm>
        <span>Du är utloggad. Larm når inte den här fliken.</span>
      </Bar>
    </>
  );
}
export const bars = { Sample: Bars, shows: { Bar } };

const TOASTS: [ToastKind, string][] = [
  ['info', 'Upplysning'],
  ['success', 'Uppgifterna är sparade'],
  ['error', 'Ett fel uppstod'],
];

/** The app itself shows the toasts, in the theme of the window. */
function ToastButtons() {
  return (
    <div className="styleguide-row">
      {TOASTS.map(([kind, title]) => (
        <Button
          key={kind}
          variant="secondary"
          onClick={() => toast({ title, text: 'Så här visas det.', kind })}
        >
          {title}
        </Button>
      ))}
    </div>
  );
}
export const toasts = { Sample: ToastButtons, shows: { Toasts } };

function Dialogs() {
  const [shown, show] = useState<'danger' | 'primary' | 'secondary' | 'plain'>();
  const plain = useRef<HTMLDialogElement>(null);
  const close = () => show(undefined);
  return (
    <div className="styleguide-row">
      {(['danger', 'primary', 'secondary', 'plain'] as const).map((look) => (
        <Button key={look} variant="secondary" onClick={() => show(look)}>
          {look}
        </Button>
      ))}
      <AskedButton
        question={{
          title: 'Lämna huset?',
          confirm: 'Lämna',
          text: <p>Du får inga larm därifrån.</p>,
        }}
        onConfirm={() => undefined}
      >
        Lämna
      </AskedButton>
      {shown === 'plain' && (
        <Dialog ref={plain} title="Utan fråga" onClose={close}>
          <Button onClick={() => plain.current?.close()}>Stäng</Button>
        </Dialog>
      )}
      {shown && shown !== 'plain' && (
        <ConfirmDialog
          title="Ta bort Chrome på Android?"
          confirm="Ta bort"
          look={shown}
          onConfirm={close}
          onClose={close}
        >
          <p>Är den fortfarande inloggad kommer den tillbaka.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
export const dialogs = { Sample: Dialogs, shows: { Dialog, ConfirmDialog, AskedButton } };
