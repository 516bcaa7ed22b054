import { useEffect } from 'react'

let holders = 0

/** While something lies above the page, the page does not scroll. A class does it, since the content policy forbids injected styles. */
export const useStillPage = (held: boolean) => {
  useEffect(() => {
    if (!held) return
    holders += 1
    document.documentElement.classList.add('still')
    return () => {
      holders -= 1
      if (holders === 0) document.documentElement.classList.remove('still')
    }
  }, [held])
}
