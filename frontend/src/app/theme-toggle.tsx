import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from '../lib/browser/theme.js';
import { SHELL } from './shell.copy.js';

export function ThemeToggle() {
  const dark = useTheme((state) => state.theme === 'dark');
  const Icon = dark ? Sun : Moon;
  const label = dark ? SHELL.toLight : SHELL.toDark;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={toggleTheme}
      className="flex size-12 shrink-0 items-center justify-center rounded-card hover:bg-surface print:hidden"
    >
      <Icon aria-hidden="true" className="size-6" />
    </button>
  );
}
