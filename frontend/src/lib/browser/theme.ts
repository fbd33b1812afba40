import { create } from 'zustand';
import { local, write } from './storage.js';

export type Theme = 'light' | 'dark';

/** `public/theme.js` reads the same key before the first paint. */
const THEME_KEY = 'resq.theme';
const PAGE_COLOURS: Record<Theme, string> = { light: '#ffffff', dark: '#0e1116' };

/** The theme is light unless the user chose dark. The system's theme is not followed. */
export const useTheme = create<{ theme: Theme }>(() => ({
  theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
}));

export function toggleTheme(): void {
  const theme: Theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark';
  write(local, THEME_KEY, theme);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_COLOURS[theme]);
  useTheme.setState({ theme });
}
