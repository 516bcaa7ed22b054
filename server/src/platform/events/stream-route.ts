import { events as call } from '@bitquay/contract/platform.events'
import type { Db } from '../db/connect.ts'
import { ApiError } from '../http/api-error.ts'
import type { Person } from '../http/person.ts'
import { type Authenticate, type Route, route } from '../http/route.ts'
import type { ChangeFeed } from './change-feed.ts'
import { closeEventStream, openEventStream, renewEventStream } from './event-streams.ts'

const heartbeatMs = 15_000

type Streaming = { db: Db; changeFeed: ChangeFeed; authenticate: Authenticate; openStreams: Set<() => void> }

/**
 * Emits to a browser what it should read again. The session is checked at every heartbeat and whenever the person's
 * sessions change, so that a stream does not outlive its session.
 */
export const events = ({ db, changeFeed, authenticate, openStreams }: Streaming) =>
  route(call, async ({ person, source, raw: { request, reply } }) => {
    const streamId = await openEventStream(db, person)
    if (streamId === undefined) throw new ApiError('too-many-streams', { retryAfterSeconds: 30 })
    const token = (request.headers.authorization ?? '').slice('Bearer '.length)
    reply.hijack()
    const stream = reply.raw
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) stream.setHeader(name, value)
    stream.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    stream.write(': open\n\n')

    const end = () => stream.end()
    const stillSignedIn = async () => {
      const bearer = await authenticate(token, source).catch(() => person)
      if (!bearer) end()
    }
    const unsubscribe = changeFeed.subscribe(audiencesOf(person), ({ topic }) => {
      stream.write(`event: change\ndata: ${JSON.stringify({ topic })}\n\n`)
      if (topic === 'sessions') void stillSignedIn()
    })
    const heartbeat = setInterval(() => {
      stream.write(': still here\n\n')
      // If a renewal fails, the next one makes up for it.
      void renewEventStream(db, streamId).catch(() => undefined)
      void stillSignedIn()
    }, heartbeatMs)
    openStreams.add(end)
    stream.once('close', () => {
      // A row that stays expires by itself.
      void closeEventStream(db, streamId).catch(() => undefined)
      clearInterval(heartbeat)
      unsubscribe()
      openStreams.delete(end)
    })
    return undefined
  })

const audiencesOf = (person: Person): string[] => {
  const own = `person:${person.kind}:${person.id}`
  if (person.kind === 'admin') return [own, 'admin']
  if (person.kind === 'partner') return [own, `partner:${person.id}`]
  return [own, `merchant:${person.merchantId}`]
}

export const eventRoutes = (deps: Streaming): Route[] => [events(deps)]
