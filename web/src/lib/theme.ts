import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const key = 'bitquay_theme'
const night = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** The theme in force. It follows the system until a person chooses. */
export const useTheme = (): [Theme, (theme: Theme) => void] => [useSyncExternalStore(subscribe, readTheme), chooseTheme]

const readTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const show = (theme: Theme) => {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

const chosenTheme = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const chooseTheme = (theme: Theme) => {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // The choice lasts as long as the page then.
  }
  show(theme)
}

night.addEventListener('change', () => {
  if (!chosenTheme()) show(night.matches ? 'dark' : 'light')
})
