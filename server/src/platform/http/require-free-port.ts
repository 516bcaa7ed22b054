import { once } from 'node:events'
import { createServer } from 'node:net'

/** So that a port in use is said before minutes of work. Listening later may still fail. */
export const requireFreePort = async (port: number, host: string) => {
  if (port === 0) return
  const probe = createServer()
  await once(probe.listen(port, host), 'listening')
  await new Promise((resolve) => probe.close(resolve))
}
