import { useEffect } from 'react'

let holders = 0

/** While something lies above the page, the page does not scroll. A class does it, since the content policy forbids injected styles. */
export const useScrollLock = (held: boolean) => {
  useEffect(() => {
    if (!held) return
    holders += 1
    const page = document.documentElement
    // The scrollbar goes with the scrolling; what it took stays empty, so that nothing moves sideways.
    if (holders === 1) page.style.setProperty('--gutter', `${innerWidth - page.clientWidth}px`)
    page.classList.add('still')
    return () => {
      holders -= 1
      if (holders === 0) page.classList.remove('still')
    }
  }, [held])
}
