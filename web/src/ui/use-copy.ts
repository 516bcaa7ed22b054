import { useEffect, useState } from 'react'

const shownMs = 2000

type CopyState = 'idle' | 'copied' | 'failed'

type CopyReport = { state: 'copied' | 'failed'; sentence: string }

/**
 * Copies the exact text. Some browsers forbid it, so the caller must then leave the text where it can be selected. How the
 * result is reported is the caller's: a toast in the portals, an announcement at the checkout.
 */
export const useCopy = (label: string, text: string, report: (report: CopyReport) => void) => {
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
      report({ state: 'copied', sentence: `${label} copied to clipboard` })
    } catch {
      setState('failed')
      report({ state: 'failed', sentence: `${label} could not be copied. Select it and copy by hand.` })
    }
  }
  return { state, copy: () => void copy() }
}
