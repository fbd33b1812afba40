// Runs before the first paint, so that a dark page never flashes white.
// src/lib/browser/theme.ts uses the same key.
try {
  if (localStorage.getItem('resq.theme') === 'dark') {
    document.documentElement.dataset.theme = 'dark';
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#0e1116');
  }
} catch {
  // The browser refuses storage, so the page stays light.
}
