import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'dark'

/** The same key as in public/theme.js, which shows the choice before the first paint. */
const key = 'bitquay_theme'

/** The current theme. It follows the system until a person chooses. */
export const useTheme = (): [Theme, (theme: Theme) => void] => [
  useSyncExternalStore(subscribe, readTheme, drawnTheme),
  chooseTheme,
]

const readTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

/** Prerendered pages are light, because the build can't know the reader's theme. */
const drawnTheme = (): Theme => 'light'

const subscribe = (listener: () => void) => {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

const chooseTheme = (theme: Theme) => {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // The choice lasts as long as the page then.
  }
  document.documentElement.dataset.theme = theme
}
