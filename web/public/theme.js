// Runs before the first paint, so that a dark room is never lit by a white page, and follows the system until someone chooses.
;(() => {
  const night = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    let chosen = null
    try {
      chosen = localStorage.getItem('bitquay_theme')
    } catch {
      // Storage may be forbidden; the system's wish is followed then.
    }
    const dark = chosen ? chosen === 'dark' : night.matches
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }
  // A page that was drawn for visitors is not shown to those who may have another one here.
  try {
    if (localStorage.getItem('bitquay_token')) document.documentElement.dataset.signedIn = 'perhaps'
  } catch {
    // Nobody can be signed in then.
  }
  night.addEventListener('change', show)
  show()
})()
