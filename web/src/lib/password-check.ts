import { useSyncExternalStore } from 'react'

type Check = { promise: Promise<boolean>; finish: (confirmed: boolean) => void }

let open: Check | undefined
const listeners = new Set<() => void>()

/** Has the person enter their password, in one dialog however many calls need it; answers whether they did. */
export const confirmPassword = (): Promise<boolean> => {
  if (!open) {
    let finish: Check['finish'] = () => undefined
    const promise = new Promise<boolean>((resolve) => {
      finish = (confirmed) => {
        show(undefined)
        resolve(confirmed)
      }
    })
    show({ promise, finish })
  }
  return open?.promise ?? Promise.resolve(false)
}

/** The check that waits for an answer, for the dialog. */
export const usePasswordCheck = () => useSyncExternalStore(subscribe, readOpen, readOpen)

const readOpen = () => open

const show = (check: Check | undefined) => {
  open = check
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
