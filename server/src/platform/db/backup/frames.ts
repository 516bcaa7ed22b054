import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/**
 * A backup is a gzip file of frames: a letter, the length of the content in 4 bytes, and the content. `j` is JSON that
 * says what follows, `d` is a piece of it, `e` is the end of everything. Without its end a backup is not whole.
 */
export type FrameKind = 'j' | 'd' | 'e'
export type Frame = { kind: FrameKind; content: Buffer }

const headBytes = 5
const mostBytes = 64 * 1024 * 1024

export const writeFrame = async (to: Writable, kind: FrameKind, content: Buffer) => {
  const head = Buffer.alloc(headBytes)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(content.length, 1)
  if (!to.write(Buffer.concat([head, content]))) await once(to, 'drain')
}

export const writeJson = (to: Writable, value: unknown) => writeFrame(to, 'j', Buffer.from(JSON.stringify(value)))

export async function* readFrames(from: Readable): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  let hasEnded = false
  for await (const chunk of withoutZlibErrors(from)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= headBytes) {
      const kind = rest.toString('latin1', 0, 1)
      const length = rest.readUInt32BE(1)
      if ((kind !== 'j' && kind !== 'd' && kind !== 'e') || length > mostBytes || hasEnded) throw new NotABackupError()
      if (rest.length < headBytes + length) break
      yield { kind, content: rest.subarray(headBytes, headBytes + length) }
      hasEnded = kind === 'e'
      rest = rest.subarray(headBytes + length)
    }
  }
  if (!hasEnded || rest.length > 0) throw new NotABackupError()
}

async function* withoutZlibErrors(from: Readable): AsyncGenerator<Buffer> {
  try {
    yield* from as AsyncIterable<Buffer>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code?.startsWith('Z_') ? new NotABackupError() : error
  }
}

export class NotABackupError extends Error {
  constructor() {
    super('The file isn’t a whole backup. It was cut off, changed, or is something else.')
  }
}
