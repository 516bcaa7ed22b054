import { useEffect, useState } from 'react'
import { servedMode } from '../../lib/mode.ts'

/** Whether the money is play money. Only a page that came without the server's word, as in development, has to ask. */
export const useIsSandbox = (): boolean => {
  const served = servedMode()
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (served !== 'unknown') return
    void fetch('/api/status')
      .then((response) => response.json())
      .then((status: { mode?: string }) => setAsked(status.mode === 'sandbox'))
      .catch(() => {})
  }, [served])
  return served === 'sandbox' || asked
}
