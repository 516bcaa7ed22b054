import { type RefObject, useEffect, useEffectEvent } from 'react'

type ListKeys = {
  /** Around the list and its search field. */
  root: RefObject<HTMLElement | null>
  /** Whether single characters act. Escape always does. */
  enabled: boolean
  onClose: () => void
  onExport: () => void
  /** After the last row. */
  onEnd: () => void
}

/** J and K move between rows, / searches, E exports, Escape closes. Enter opens a row, because it is a button. */
export const useListKeys = ({ root, enabled, onClose, onExport, onEnd }: ListKeys) => {
  const move = (step: 1 | -1) => {
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const here = rows.findIndex((row) => row === document.activeElement || row.ariaExpanded === 'true')
    const focused = rows.findIndex((row) => row === document.activeElement)
    const from = focused === -1 ? here : focused
    const next = rows[from === -1 ? 0 : from + step]
    if (next) next.focus()
    else if (step === 1) onEnd()
  }
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    if (!enabled) return
    const action = {
      j: () => move(1),
      k: () => move(-1),
      '/': () => root.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
      e: onExport,
    }[event.key]
    if (!action) return
    // The character must not be typed into what gets the focus.
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isBusyElsewhere(event)) act(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Someone types, uses a shortcut of the browser, or is in a menu or dialog. */
const isBusyElsewhere = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))
    return true
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}
