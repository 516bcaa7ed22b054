import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

export type ToastKind = 'ok' | 'bad' | 'wait' | 'info'

type ToastContent = {
  title: string
  description?: ReactNode
  kind?: ToastKind
  /** Stands in the flag instead of the kind's own icon. */
  icon?: ReactNode
}

export type ShownToast = ToastContent & { id: number; open: boolean }

const limit = 1
const removeDelayMs = 1_000_000

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const removals = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows a toast; it takes the place of the one before it. */
export const toast = (content: ToastContent) => {
  lastId += 1
  show([{ ...content, id: lastId, open: true }, ...toasts].slice(0, limit))
}

/** Closes a toast. It stays in memory for a while, so that its way out can be drawn. */
export const dismissToast = (id: number) => {
  show(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)))
  if (removals.has(id)) return
  const removal = setTimeout(() => {
    removals.delete(id)
    show(toasts.filter((shown) => shown.id !== id))
  }, removeDelayMs)
  removals.set(id, removal)
}

export const readToasts = () => toasts

export const useToasts = () => useSyncExternalStore(subscribe, readToasts, readToasts)

const show = (next: readonly ShownToast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
