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
    giveBack: (event: Event) => close(event, cameFrom.current),
    /** For a dialog that led elsewhere: what was opened has the focus, unless it is a page without a sheet. */
    leave: (event: Event) => close(event, null),
  }
}

const close = (event: Event, next: Element | null) => {
  event.preventDefault()
  openCount -= 1
  if (next instanceof HTMLElement && next.isConnected && next !== document.body) next.focus()
  else if (document.activeElement === document.body) focusPage()
}

/** For what goes away with its focus: the next Tab doesn't begin at the top of the window. */
export const focusPage = () => document.getElementById('main')?.focus({ preventScroll: true })
