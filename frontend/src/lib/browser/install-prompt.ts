import { create } from 'zustand';

/** The event with which some browsers let a page offer its installation. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Empty where the browser cannot install the page, or has done so. */
export const useInstallPrompt = create<{ prompt?: InstallPrompt }>(() => ({}));

/** Holds the prompt back until the page offers it. It comes once, and early. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallPrompt.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => useInstallPrompt.setState({ prompt: undefined }));
}
