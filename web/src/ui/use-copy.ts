import { useEffect, useState } from 'react'
import * as t from './messages.ts'

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
      report({ state: 'copied', sentence: t.copied({ label }) })
    } catch {
      setState('failed')
      report({ state: 'failed', sentence: t.copyFailed({ label }) })
    }
  }
  return { state, copy: () => void copy() }
}
