// Runs before the first paint, so that a dark room is never lit by a white page.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('bitquay_theme')
  } catch {
    // Storage may be forbidden; the system's wish is followed then.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
