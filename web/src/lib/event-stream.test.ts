import { expect, it } from 'vitest'
import { readEvents } from './event-stream.ts'

const read = async (...pieces: string[]) => {
  const heard: [string, string][] = []
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
  await readEvents(new Blob(bytes.map((piece) => piece as BlobPart)).stream(), (event, data) =>
    heard.push([event, data]),
  )
  return heard
}

const readInPieces = async (text: string, size: number) => {
  const heard: [string, string][] = []
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  await readEvents(body, (event, data) => heard.push([event, data]))
  return heard
}

it('reads events and passes over comments', async () => {
  expect(await read(': hello\n\nevent: change\ndata: {"topic":"status"}\n\n', ': beat\n\n')).toEqual([
    ['change', '{"topic":"status"}'],
  ])
})

it.each([1, 2, 3, 7])('reads the same in pieces of %i bytes, with either line end', async (size) => {
  const text = 'event: change\r\ndata: {"topic":"mail"}\r\n\r\nevent: change\ndata: a\ndata: é\n\n'
  expect(await readInPieces(text, size)).toEqual([
    ['change', '{"topic":"mail"}'],
    ['change', 'a\né'],
  ])
})

it('drops an event that was cut off', async () => {
  expect(await read('event: change\ndata: {"topic":"sta')).toEqual([])
})
