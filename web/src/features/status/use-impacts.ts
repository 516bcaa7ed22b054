import { type Incident, type StatusComponent, statusComponents } from '@bitquay/contract/status'
import { useState } from 'react'
import * as t from './messages.ts'

export type Impact = Incident['impacts'][number]['impact']
export type Choices = Partial<Record<StatusComponent, Impact>>

/** Which components an incident affects, as an admin chooses them. */
export const useImpacts = (initial: Incident['impacts'] = []) => {
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(initial.map(({ component, impact }) => [component, impact])),
  )
  const [error, setError] = useState<string>()
  const impacts = statusComponents.flatMap((component) => {
    const impact = choices[component]
    return impact ? [{ component, impact }] : []
  })
  return {
    impacts,
    choices,
    error,
    choose: (component: StatusComponent, impact: Impact | undefined) => {
      setChoices(({ [component]: _before, ...others }) => (impact ? { ...others, [component]: impact } : others))
      setError(undefined)
    },
    /** Whether at least one component is chosen. Says so if not. */
    check: (): boolean => {
      if (impacts.length > 0) return true
      setError(t.chooseComponent)
      return false
    },
  }
}
