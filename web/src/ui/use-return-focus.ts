import { useRef } from 'react'

/** Dialogs that are open now, and what opened the latest one. */
let openCount = 0
let latestOpener: Element | null = null

/** Gives the focus back to what had it before a dialog opened. Radix does so only for its own triggers. */
export const useReturnFocus = () => {
  const cameFrom = useRef<Element | null>(null)
  return {
    remember: () => {
      // A dialog that takes the place of another one, such as a form after its skeleton, was opened by the same button.
      const isSuccessor = openCount > 0 && document.activeElement === document.body
      if (!isSuccessor) latestOpener = document.activeElement
      cameFrom.current = latestOpener
      openCount += 1
    },
    giveBack: (event: Event) => {
      event.preventDefault()
      openCount -= 1
      const before = cameFrom.current
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else if (document.activeElement === document.body) focusPage()
    },
  }
}

/** For what goes away with its focus: the next Tab doesn't begin at the top of the window. */
export const focusPage = () => document.getElementById('main')?.focus({ preventScroll: true })
