import { events, type Topic, topics } from '@bitquay/contract/platform.events'
import { createParser } from 'eventsource-parser'
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

/** Reads a body of server-sent events, whatever the pieces it arrives in. */
export const readEvents = async (body: ReadableStream<Uint8Array>, onEvent: (event: string, data: string) => void) => {
  const parser = createParser({ onEvent: ({ event = 'message', data }) => onEvent(event, data) })
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value)
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
