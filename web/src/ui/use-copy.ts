import { useEffect, useState } from 'react'

const shownMs = 2000

type CopyState = 'idle' | 'copied' | 'failed'

/**
 * Copies the exact text. Some browsers forbid it, so the caller must then leave the text where it can be selected. How the
 * result is reported, and in which words, is the caller's: a toast in the portals, an announcement at the checkout.
 */
export const useCopy = (text: string, report: (result: 'copied' | 'failed') => void) => {
  const [state, setState] = useState<CopyState>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), shownMs)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      report('copied')
    } catch {
      setState('failed')
      report('failed')
    }
  }
  return { state, copy: () => void copy() }
}
