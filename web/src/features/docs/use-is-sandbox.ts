import { useSyncExternalStore } from 'react'
import { servedMode } from '../../lib/mode.ts'

/** False while the page is drawn at build time, because the same page is served in both modes. */
export const useIsSandbox = () =>
  useSyncExternalStore(
    never,
    () => servedMode() === 'sandbox',
    () => false,
  )

const never = () => () => undefined
