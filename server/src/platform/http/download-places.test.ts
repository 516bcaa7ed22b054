import { PassThrough } from 'node:stream'
import { call } from '@bitquay/contract/call'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Person } from './person.ts'
import { registerRoutes } from './register.ts'
import { route } from './route.ts'

type Options = Parameters<typeof registerRoutes>[2]

const createCall = (media: 'text/csv' | 'text/event-stream') =>
  call({
    method: 'GET',
    path: '/api/merchant/file',
    audience: 'merchant',
    summary: 'A file that is sent as slowly as its reader reads',
    output: z.unknown(),
    media,
  })

/** The bearer token names the account and the person, such as 7-1. */
const personOf = (token: string) => {
  const [merchantId = 0, id = 0] = token.replace('person-of-an-account-', '').split('-').map(Number)
  return { kind: 'merchant-user', id, merchantId, mustEnroll: false } as Person
}

const startServer = (answered: ReturnType<typeof createCall>) => {
  const app = Fastify({ exposeHeadRoutes: false })
  const files: { of: number; file: PassThrough }[] = []
  const download = route(answered, async ({ person, raw }) => {
    const file = new PassThrough()
    files.push({ of: person.merchantId, file })
    raw.reply.type('text/csv').send(file)
  })
  const options = { authenticate: async (token: string) => personOf(token), mode: 'live', sandboxOpen: false }
  registerRoutes(app, [download], options as unknown as Options)
  const ask = (person: string) =>
    app.inject({ url: answered.path, headers: { authorization: `Bearer person-of-an-account-${person}` } })
  return { app, files, ask, startedBy: () => files.map(({ of }) => of) }
}

test('all people of an account together download two files at a time, and no other account waits for them', async () => {
  const { app, files, ask, startedBy } = startServer(createCall('text/csv'))
  const own = [ask('1-1'), ask('1-2'), ask('1-3'), ask('1-1')]
  await expect.poll(startedBy).toEqual([1, 1])
  const other = ask('2-1')
  await expect.poll(startedBy).toEqual([1, 1, 2])

  files[0]?.file.end('read to its end')
  await expect.poll(startedBy).toEqual([1, 1, 2, 1])
  files[1]?.file.destroy(new Error('the reader left'))
  await expect.poll(startedBy).toEqual([1, 1, 2, 1, 1])
  for (const { file } of files) file.end()
  await Promise.allSettled([...own, other])
  await app.close()
})

test('a page that listens for events takes no place', async () => {
  const { app, files, ask, startedBy } = startServer(createCall('text/event-stream'))
  const open = Array.from({ length: 5 }, () => ask('1-1'))
  await expect.poll(startedBy).toEqual([1, 1, 1, 1, 1])
  for (const { file } of files) file.end()
  await Promise.all(open)
  await app.close()
})
