import { type Deadline, untilAborted } from './create-deadline.ts'

/** A message of a stream of server-sent events. */
export type StreamMessage = { event: string; id: string | undefined; data: string }

/**
 * Splits a stream of server-sent events into its messages, until the deadline. Every piece extends it, also a heartbeat.
 */
export async function* readMessages(
  stream: ReadableStream<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<StreamMessage> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  const read = () => untilAborted(reader.read(), deadline.signal)
  let rest = ''
  try {
    for (let piece = await read(); !piece.done; piece = await read()) {
      deadline.extend()
      const blocks = (rest + decoder.decode(piece.value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = parseMessage(block)
        if (message) yield message
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Undefined for a heartbeat, which has no data. */
const parseMessage = (block: string): StreamMessage | undefined => {
  const valueOf = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const data = valueOf('data')
  return data === undefined ? undefined : { event: valueOf('event') ?? 'message', id: valueOf('id'), data }
}
