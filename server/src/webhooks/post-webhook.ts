import { createGuardedAgent, NotConnectedError } from '@bitquay/btcpay/guarded-connect'
import type { Config } from '../config.ts'
import { retryAfterSecondsOf } from './retry-schedule.ts'
import type { WrittenDelivery } from './secrets.ts'
import type { Attempt } from './table.deliveries.ts'
import { webhookPolicy } from './url-policy.ts'

export type PostWebhook = (url: string, written: WrittenDelivery, signal: AbortSignal) => Promise<Attempt>

const connectTimeoutMs = 5_000
const longestMs = 15_000
const mostAnswerBytes = 8 * 1024
/** The answer headers that help to find an error. */
const shownHeaders = ['content-type', 'content-length', 'date', 'location', 'retry-after', 'server']

/**
 * Posts a delivery. Each has its own connection, because the address is checked when connecting. Redirects are not
 * followed, and only the part of the answer that is shown is read.
 */
export const createPostWebhook = (config: Config, version: string, timeoutMs = longestMs): PostWebhook => {
  const agent = createGuardedAgent({ policy: webhookPolicy(config), connectTimeoutMs })
  return async (url, written, signal) => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': `Bitquay-Webhooks/${version}`,
      ...written.headers,
    }
    const started = performance.now()
    const attempt = (rest: Pick<Attempt, 'answer' | 'error'>): Attempt => ({
      durationMs: Math.round(performance.now() - started),
      requestHeaders: headers,
      requestBody: written.body,
      ...rest,
    })
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const { origin, pathname, search } = new URL(url)
      const answer = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body: written.body,
        reset: true,
        signal: AbortSignal.any([signal, limit]),
      })
      const headersByName = new Map(
        Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
      )
      const shown = shownHeaders.flatMap((name) => {
        const value = headersByName.get(name)
        return value === undefined ? [] : [[name, value.slice(0, 500)] as const]
      })
      return attempt({
        answer: {
          status: answer.statusCode,
          headers: Object.fromEntries(shown),
          body: await readStart(answer.body),
          retryAfterSeconds:
            answer.statusCode === 429 || answer.statusCode === 503
              ? retryAfterSecondsOf(headersByName.get('retry-after'), new Date())
              : undefined,
        },
        error: objectTo(answer.statusCode),
      })
    } catch (error) {
      return attempt({ answer: undefined, error: explain(error, limit, timeoutMs) })
    }
  }
}

const objectTo = (status: number) => {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return `The endpoint returned ${status}. Redirects aren’t followed.`
  if (status === 410) return 'The endpoint returned 410, so it was disabled.'
  return `The endpoint returned ${status}.`
}

/** A body that never ends or is cut off does not change the answer's status. */
const readStart = async (body: AsyncIterable<Uint8Array> & { destroy: () => unknown }): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body) {
      parts.push(part)
      size += part.length
      if (size >= mostAnswerBytes) break
    }
  } catch {
    // What was read so far is shown.
  } finally {
    body.destroy()
  }
  // A zero byte cannot be stored in a text column.
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, mostAnswerBytes)).replaceAll('\0', '')
}

const explain = (error: unknown, limit: AbortSignal, timeoutMs: number) => {
  if (error instanceof NotConnectedError) return error.message.slice(0, 300)
  if (limit.aborted) return `The endpoint didn’t respond within ${timeoutMs / 1000} seconds.`
  return `No response: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300)
}
