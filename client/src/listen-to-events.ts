import { BitquayError, ConnectionError } from './bitquay-error.ts'
import { createDeadline, untilAborted } from './create-deadline.ts'
import { endpoints } from './endpoints.ts'
import type { BitquayEvent } from './event.ts'
import { addressOf, identityOf, readJson, refusalOf, type Settings, wait, waitMsOf } from './exchange.ts'
import { readMessages } from './read-messages.ts'

export type ListenOptions = {
  /** The id of the last event you have seen. Without it, only new events arrive. */
  after?: string
  signal?: AbortSignal
  /** Called when the stream is open, and again after each reconnection. */
  onOpen?: () => void
}

/** Longer than three heartbeats of the server: a connection that is silent for so long is dead. */
const silenceMs = 50_000

/** Yields events as they happen. After a lost connection it continues after the last event it has yielded. */
export async function* listenToEvents(settings: Settings, options: ListenOptions): AsyncGenerator<BitquayEvent> {
  let position = options.after
  for (let failures = 0; ; failures++) {
    try {
      for await (const { event, id, data } of openStream(settings, position, options)) {
        failures = 0
        position = id ?? position
        if (event === 'ready') options.onOpen?.()
        else yield readJson(data) as BitquayEvent
      }
    } catch (error) {
      if (options.signal?.aborted) return
      if (!(error instanceof BitquayError) || (error.status >= 400 && error.status < 500)) throw error
      await wait(waitMsOf(error, failures), options.signal).catch(() => undefined)
    }
    if (options.signal?.aborted) return
  }
}

async function* openStream(settings: Settings, after: string | undefined, { signal }: ListenOptions) {
  const deadline = createDeadline(silenceMs, signal)
  try {
    const address = addressOf(settings.url, { ...endpoints.streamEvents, query: { after } })
    const headers = { accept: 'text/event-stream', ...identityOf(settings) }
    const opening = settings.fetch(address, { redirect: 'error', headers, signal: deadline.signal })
    const response = await untilAborted(opening, deadline.signal)
    if (!response.ok || !response.body) throw refusalOf(response, readJson(await response.text()))
    yield* readMessages(response.body, deadline)
    throw new ConnectionError({ status: 0, message: 'The server closed the stream.' })
  } catch (cause) {
    if (cause instanceof BitquayError) throw cause
    throw new ConnectionError({ status: 0, message: 'Lost the connection to the API.', cause })
  } finally {
    deadline.clear()
  }
}
