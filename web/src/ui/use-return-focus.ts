import { useRef } from 'react'

/** Gives the focus back to what had it before a dialog opened. Radix does so only for its own triggers. */
export const useReturnFocus = () => {
  const cameFrom = useRef<Element | null>(null)
  return {
    remember: () => {
      cameFrom.current = document.activeElement
    },
    giveBack: (event: Event) => {
      event.preventDefault()
      const before = cameFrom.current
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else if (document.activeElement === document.body) focusPage()
    },
  }
}

/** For what goes away with its focus: the next Tab doesn't begin at the top of the window. */
export const focusPage = () => document.getElementById('main')?.focus({ preventScroll: true })
