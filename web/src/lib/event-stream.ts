import { events, type Topic, topics } from '@bitquay/contract/events'
import { readToken } from './token.ts'

type Listeners = {
  onChange: (topic: Topic) => void
  /** A stream that was lost and found again may have missed changes. */
  onReconnect: () => void
  /** The server does not know this session any more. */
  onRefused: () => void
}

const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** Reads the stream with fetch, since EventSource cannot carry a bearer token. Answers how to stop. */
export const followEvents = (listeners: Listeners): (() => void) => {
  const stop = new AbortController()
  void follow(listeners, stop.signal)
  return () => stop.abort()
}

const follow = async ({ onChange, onReconnect, onRefused }: Listeners, signal: AbortSignal) => {
  let waitMs = firstWaitMs
  let mayHaveMissed = false
  while (!signal.aborted) {
    try {
      const response = await fetch(events.path, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${readToken()}` },
        credentials: 'include',
        signal,
      })
      if (response.status === 401) onRefused()
      // Someone with many tabs waits for one of them to close. Until then screens read on their own intervals.
      if (response.status === 429) waitMs = longestWaitMs
      if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
      if (mayHaveMissed) onReconnect()
      waitMs = firstWaitMs
      await readEvents(response.body, (event, data) => {
        const topic = event === 'change' ? topicOf(data) : undefined
        if (topic) onChange(topic)
      })
    } catch {
      // A lost connection is found again below.
    }
    mayHaveMissed = true
    await pause(waitMs * (0.75 + Math.random() / 2), signal)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}

/** Splits a body of server-sent events, whatever the pieces it arrives in. */
export const readEvents = async (body: ReadableStream<Uint8Array>, onEvent: (event: string, data: string) => void) => {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    // A carriage return at the end may be half of a line end whose other half is still on its way.
    const text = rest + value
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const blocks = whole.replace(/\r\n?/g, '\n').split('\n\n')
    rest = (blocks.pop() ?? '') + text.slice(whole.length)
    for (const block of blocks) readBlock(block, onEvent)
  }
}

const readBlock = (block: string, onEvent: (event: string, data: string) => void) => {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
  if (data.length > 0) onEvent(event, data.join('\n'))
}

const topicOf = (data: string): Topic | undefined => {
  try {
    const change: unknown = JSON.parse(data)
    return topics.find(
      (topic) => typeof change === 'object' && change !== null && 'topic' in change && change.topic === topic,
    )
  } catch {
    return undefined
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
