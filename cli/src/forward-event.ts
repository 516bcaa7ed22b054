import { createHmac, randomBytes } from 'node:crypto'
import type { BitquayEvent } from '../../client/src/index.ts'

const timeoutMs = 15_000

export const newSessionSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Posts an event as the server would deliver it, signed with the session's secret. Returns what came of it. */
export const forwardEvent = async (url: string, secret: string, event: BitquayEvent): Promise<string> => {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64')
  const started = performance.now()
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Bitquay-CLI',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
      body,
    })
    await response.body?.cancel()
    return `${response.status} in ${Math.round(performance.now() - started)} ms`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return `no response: ${cause}`
  }
}
