import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { streamEvents as call } from '@bitquay/contract/webhooks'
import type { Deps } from '../deps.ts'
import { closeEventStream, openEventStream, renewEventStream } from '../platform/events/event-streams.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { route } from '../platform/http/route.ts'
import { findLastEvent } from './queries.stream.ts'
import { type EventRow, listEvents } from './queries.ts'
import { presentEvent } from './secrets.ts'

const heartbeatMs = 15_000
const pageSize = 50

/**
 * Sends a merchant's events to its program as they are committed. The key is checked at every heartbeat and whenever
 * the merchant's keys change, so that a stream does not outlive its key.
 */
export const eventStream = (deps: Deps) =>
  route(call, async ({ apiKey, query, source, raw: { request, reply } }) => {
    const { db, changeFeed, authenticateKey, openStreams } = deps
    const { merchantId } = apiKey
    // An unknown event is refused before the stream is open.
    if (query.after !== undefined) await listEvents(db, merchantId, { after: query.after, type: undefined, limit: 1 })
    const streamId = await openEventStream(db, { kind: 'api-key', id: apiKey.id })
    if (streamId === undefined) throw new ApiError('too-many-streams', { retryAfterSeconds: 30 })
    let position = query.after ?? (await findLastEvent(db, merchantId))
    const token = (request.headers.authorization ?? '').replace(/^Bearer +/i, '')
    reply.hijack()
    const stream = reply.raw
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) stream.setHeader(name, value)
    stream.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    stream.write(`event: ready\n${position === undefined ? '' : `id: ${position}\n`}data: {}\n\n`)

    const end = () => stream.end()
    const sendNew = repeatable(async () => {
      for (;;) {
        const rows = await listEvents(db, merchantId, { after: position, type: undefined, limit: pageSize })
        for (const row of rows) {
          await writeEvent(stream, row)
          position = row.eventId
        }
        if (rows.length < pageSize || stream.destroyed) return
      }
    })
    const requireKey = () =>
      authenticateKey(token, source).catch((error: unknown) => {
        if (error instanceof ApiError && error.status < 500) end()
      })
    const unsubscribe = changeFeed.subscribe([`events:${merchantId}`, `merchant:${merchantId}`], ({ topic }) => {
      if (topic === 'events') sendNew()
      if (topic === 'api-keys') void requireKey()
    })
    const heartbeat = setInterval(() => {
      // A program that stopped reading must not keep its place.
      if (stream.writableNeedDrain) return stream.destroy()
      stream.write(': still here\n\n')
      void renewEventStream(db, streamId).catch(() => undefined)
      void requireKey()
      sendNew()
    }, heartbeatMs)
    openStreams.add(end)
    const stop = () => {
      // A row that stays expires by itself.
      void closeEventStream(db, streamId).catch(() => undefined)
      clearInterval(heartbeat)
      unsubscribe()
      openStreams.delete(end)
    }
    stream.once('close', stop)
    // The program may have left while its stream was being opened.
    if (stream.destroyed) stop()
    sendNew()
    return undefined
  })

/** Waits while the program reads more slowly than events are committed, so that they don't pile up in memory. */
const writeEvent = async (stream: ServerResponse, row: EventRow) => {
  const event = presentEvent(row)
  const isRoomLeft = stream.write(`event: event\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
  if (!isRoomLeft && !stream.destroyed) await Promise.race([once(stream, 'drain'), once(stream, 'close')])
}

/** Runs a task one at a time. A call during a run starts another run after it. A failed run is left to the next call. */
const repeatable = (task: () => Promise<void>) => {
  let isRunning = false
  let isDueAgain = false
  const run = async () => {
    isRunning = true
    do {
      isDueAgain = false
      await task().catch(() => undefined)
    } while (isDueAgain)
    isRunning = false
  }
  return () => {
    isDueAgain = true
    if (!isRunning) void run()
  }
}
