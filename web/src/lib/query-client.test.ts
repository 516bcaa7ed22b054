import { listInvoices } from '@bitquay/contract/invoices'
import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient, reread } from './query-client.ts'

it('never asks again by itself: no staleness, no focus, no interval, no retries', () => {
  const { queries, mutations } = createQueryClient(() => undefined).getDefaultOptions()
  expect(queries).toEqual({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

it('lets what is asked for without a network fail at once, and does not do it later', async () => {
  onlineManager.setOnline(false)
  let asked = 0
  const withdraw = () => {
    asked += 1
    return Promise.reject(new Error('no network'))
  }
  const mutation = new MutationObserver(
    createQueryClient(() => undefined),
    { mutationFn: withdraw },
  )
  const asking = mutation.mutate()
  await expect.poll(() => asked).toBe(1)
  onlineManager.setOnline(true)
  await expect(asking).rejects.toThrow('no network')
  expect(asked).toBe(1)
})

it('tells when the server no longer knows the session, and only then', async () => {
  let told = 0
  const client = createQueryClient(() => {
    told += 1
  })
  const fail = (error: Error) =>
    client.fetchQuery({
      queryKey: [error.message],
      queryFn: () => {
        throw error
      },
    })
  await expect(fail(new ApiError(500, 'oops'))).rejects.toThrow('oops')
  await expect(fail(new ApiError(0, 'no answer'))).rejects.toThrow('no answer')
  expect(told).toBe(0)
  await expect(fail(new ApiError(401, 'Please sign in.', { code: 'not-signed-in' }))).rejects.toThrow('Please sign in.')
  expect(told).toBe(1)
})

it('reads again what begins with an address, and nothing else', async () => {
  const client = createQueryClient(() => undefined)
  const keys = [
    '/api/merchant/invoices',
    '/api/merchant/invoices?limit=20',
    '/api/merchant/invoices/one',
    '/api/status',
  ]
  for (const key of [...keys, '/api/admin/merchants']) client.setQueryData([key], {})
  client.setQueryData(['refund', 'token'], {})
  await reread(client, [listInvoices, '/api/stat'])
  const old = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
  expect(old.map(({ queryKey: [key] }) => key)).toEqual(keys)
})
