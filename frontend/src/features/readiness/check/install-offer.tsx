import { useState } from 'react';
import { useInstallPrompt } from '../../../lib/browser/install-prompt.js';
import { local, write } from '../../../lib/browser/storage.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/notice.js';
import { INSTALL } from './check.copy.js';

/** Set once the user did not want to install ResQ in this browser. */
const KEY = 'resq.install';

/** The browsers that can install a page run on Android or on computers. */
const isPhone = () => navigator.userAgent.includes('Android');

/** Offers to install ResQ after the first passed test, until the user declines. */
export function InstallOffer() {
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const prompt = useInstallPrompt((state) => state.prompt);
  const [isDeclined, setDeclined] = useState(() => local.getItem(KEY) !== null);
  if (!testedAt || !prompt || isDeclined) return null;
  const words = isPhone() ? INSTALL.phone : INSTALL.computer;

  const decline = () => {
    write(local, KEY, 'declined');
    setDeclined(true);
  };
  const install = async () => {
    await prompt.prompt();
    const { outcome } = await prompt.userChoice;
    if (outcome === 'dismissed') decline();
    // A browser shows its own prompt once.
    useInstallPrompt.setState({ prompt: undefined });
  };
  return (
    <Notice role="status">
      <p>{words.lead}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void install()}>{words.install}</Button>
        <Button variant="secondary" onClick={decline}>
          {INSTALL.later}
        </Button>
      </div>
    </Notice>
  );
}
