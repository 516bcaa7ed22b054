import { useEffect, useState } from 'react'
import { announce } from './announce.ts'

const shownMs = 2000

export type CopyState = 'idle' | 'copied' | 'failed'

/** Copies the exact text. Where the browser forbids it, the text must be shown whole, to be copied by hand. */
export const useCopy = (label: string, text: string): [CopyState, () => void] => {
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
      announce(`${label} copied to clipboard`)
    } catch {
      setState('failed')
      announce(`${label} could not be copied. Select it and copy by hand.`)
    }
  }
  return [state, () => void copy()]
}
