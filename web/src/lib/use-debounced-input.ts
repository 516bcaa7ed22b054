import { useEffect, useEffectEvent, useState } from 'react'

const pauseMs = 350

/**
 * Text that is being typed for a value kept elsewhere, such as in the address. It is told once the typing has paused,
 * in the form that `settle` gives it, and follows the value when that is changed by something else.
 */
export const useDebouncedInput = (
  value: string,
  onSettled: (value: string) => void,
  settle: (typed: string) => string = (typed) => typed.trim(),
) => {
  const [state, setState] = useState<{ typed: string; known: string; told?: string }>({ typed: value, known: value })
  const { typed, known, told } = state
  if (value !== known) setState({ ...state, known: value, typed: value === told ? typed : value })
  const settled = settle(typed)
  const tell = useEffectEvent(() => {
    setState((before) => ({ ...before, told: settled }))
    onSettled(settled)
  })
  useEffect(() => {
    if (settled === value) return
    const timer = setTimeout(() => tell(), pauseMs)
    return () => clearTimeout(timer)
  }, [settled, value])
  return [typed, (next: string) => setState((before) => ({ ...before, typed: next }))] as const
}
