import { type ComponentType, useEffect, useState } from 'react'
import type { PanelProps } from './panel.tsx'

let loaded: ComponentType<PanelProps> | undefined

/** Loaded before a page is drawn that has it from the start. */
export const loadPanel = async () => {
  loaded ??= (await import('./panel.tsx')).default
  return loaded
}

/**
 * What follows a payment is not needed while waiting for it, so it is loaded then. Until it is there, and if it cannot
 * be loaded, the page says what happened. It is tried again with every answer of the server.
 */
export const LatePanel = (props: PanelProps) => {
  const [Panel, setPanel] = useState(() => loaded)
  const { checkout } = props
  useEffect(() => {
    if (Panel || !checkout) return
    loadPanel().then(
      (found) => setPanel(() => found),
      () => undefined,
    )
  }, [Panel, checkout])
  return Panel ? <Panel {...props} /> : <p className="lead">{props.sentence}</p>
}
