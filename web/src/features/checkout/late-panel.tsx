import { type ComponentType, useEffect, useState } from 'react'
import type { PanelProps } from './panel.tsx'

/**
 * What follows a payment is not needed while waiting for it, so it is loaded then. Until it is there, and if it cannot
 * be loaded, the page says what happened. It is tried again with every answer of the server.
 */
export const LatePanel = (props: PanelProps) => {
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>()
  const { checkout } = props
  useEffect(() => {
    if (Panel || !checkout) return
    import('./panel.tsx').then(
      (loaded) => setPanel(() => loaded.default),
      () => undefined,
    )
  }, [Panel, checkout])
  return Panel ? <Panel {...props} /> : <p className="lead">{props.sentence}</p>
}
