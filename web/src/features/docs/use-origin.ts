import { useSyncExternalStore } from 'react'
import { publicOrigin } from '../site/index.ts'

/** The address at which the reader reads, which is the address that the commands call. */
export const useOrigin = () => useSyncExternalStore(never, () => location.origin, drawnOrigin)

const never = () => () => undefined

/** The server writes its public address into pages drawn at build time, for readers without scripts. */
const drawnOrigin = () => (typeof document === 'undefined' ? '{{PUBLIC_URL}}' : publicOrigin())

export const withOrigin = (text: string, origin: string) => text.replaceAll('{origin}', origin)
