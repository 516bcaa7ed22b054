import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBtcpayClient } from './client.ts'
import { type AddressPolicy, objectToUrl } from './guarded-connect.ts'
import { isInternalAddress } from './internal-address.ts'
import { answerJson, type LocalServer, startLocalServer } from './testing/local-server.ts'

let target: LocalServer
let redirector: LocalServer

beforeAll(async () => {
  target = await startLocalServer((_request, response) => answerJson(response, 200, { synchronized: true }))
  redirector = await startLocalServer((_request, response) => {
    response.writeHead(302, { location: `${target.url}/api/v1/health` }).end()
  })
})
afterAll(async () => {
  await target.close()
  await redirector.close()
})

describe('untrusted URLs', () => {
  it.each([
    ['loopback', (port: number) => `http://127.0.0.1:${port}`],
    ['loopback by name', (port: number) => `http://localhost:${port}`],
    ['short form', (port: number) => `http://127.1:${port}`],
    ['decimal', (port: number) => `http://2130706433:${port}`],
    ['octal', (port: number) => `http://0177.0.0.1:${port}`],
    ['hexadecimal', (port: number) => `http://0x7f000001:${port}`],
    ['full-width digits', (port: number) => `http://１２７.0.0.1:${port}`],
    ['unspecified', (port: number) => `http://0.0.0.0:${port}`],
    ['unspecified, short', (port: number) => `http://0:${port}`],
    ['IPv6 loopback', (port: number) => `http://[::1]:${port}`],
    ['IPv6 unspecified', (port: number) => `http://[::]:${port}`],
    ['mapped', (port: number) => `http://[::ffff:127.0.0.1]:${port}`],
    ['NAT64', (port: number) => `http://[64:ff9b::7f00:1]:${port}`],
    ['metadata', () => 'http://169.254.169.254'],
    ['private network', () => 'https://192.168.1.10'],
    ['another private network', () => 'http://10.1.2.3/btcpay'],
    ['carrier network', () => 'http://100.64.0.1'],
  ])('do not reach %s', async (_name, url) => {
    const before = target.seen.length
    const outcome = await callHealth(url(target.port), {})
    expect(outcome).toMatchObject({ kind: 'unreachable', reason: 'blocked-address' })
    expect(target.seen.length).toBe(before)
  })

  it.each([
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://127.0.0.1',
    'javascript:alert(1)',
    'https://',
    'example.com',
    '',
    'http://user:pass@example.com',
    'http://user@example.com',
    'https://example.com?x=1',
    'https://example.com#x',
    'http://[::1',
  ])('are refused: %s', async (url) => {
    expect(await callHealth(url, {})).toMatchObject({ kind: 'unreachable', reason: 'bad-url' })
  })

  it('are refused when one of a name’s addresses is internal', async () => {
    const lookup = lookupAnswering(() => [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
    const outcome = await callHealth(`http://mixed.example:${target.port}`, { lookup })
    expect(outcome).toMatchObject({ kind: 'unreachable', reason: 'blocked-address' })
  })

  it('are refused when a name that was public becomes internal (rebinding)', async () => {
    let lookups = 0
    const resolve = () => {
      lookups++
      return [{ address: lookups === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }]
    }
    const url = `http://rebind.example:${target.port}`
    const lookup = lookupAnswering(resolve)
    // A check before connecting would have allowed both of these.
    expect(objectToUrl(url, { lookup })).toBeUndefined()
    expect(isInternalAddress(resolve()[0]?.address ?? '')).toBe(false)
    const before = target.seen.length
    expect(await callHealth(url, { lookup })).toMatchObject({ kind: 'unreachable', reason: 'blocked-address' })
    expect(target.seen.length).toBe(before)
  })

  it('are checked on the connected socket, whatever a resolver returned', async () => {
    // The resolver gives the guard a public address and the socket another, as a broken cache might.
    let handedOut = 0
    const twoFaced: LookupAddress = {
      family: 4,
      get address() {
        handedOut++
        return handedOut === 1 ? '8.8.8.8' : '127.0.0.1'
      },
    }
    const before = target.seen.length
    const outcome = await callHealth(`http://twofaced.example:${target.port}`, {
      lookup: lookupAnswering(() => [twoFaced]),
    })
    expect(handedOut).toBeGreaterThan(1)
    expect(outcome).toMatchObject({ kind: 'unreachable', reason: 'blocked-address' })
    expect(target.seen.length).toBe(before)
  })

  it('follow no redirect, so a public server cannot point to an internal one', async () => {
    const before = target.seen.length
    const outcome = await callHealth(redirector.url, { allowHosts: [`127.0.0.1:${redirector.port}`] })
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'redirect', status: 302 })
    expect(target.seen.length).toBe(before)
  })
})

describe('allowed hosts', () => {
  it('match exactly, including the port when it is named', async () => {
    const allowed: AddressPolicy = { allowHosts: [`127.0.0.1:${target.port}`] }
    expect(await callHealth(target.url, allowed)).toMatchObject({ kind: 'ok' })
    expect(await callHealth(redirector.url, allowed)).toMatchObject({ kind: 'unreachable', reason: 'blocked-address' })
    expect(await callHealth(`http://localhost:${target.port}`, allowed)).toMatchObject({ reason: 'blocked-address' })
    expect(await callHealth(`http://LOCALHOST:${target.port}`, { allowHosts: ['localhost'] })).toMatchObject({
      kind: 'ok',
    })
  })

  it('do not matter for the operator’s own URL', async () => {
    expect(await callHealth(target.url, { allowPrivate: true })).toMatchObject({ kind: 'ok' })
  })

  it('do not share their connections with a stricter client', async () => {
    expect(await callHealth(target.url, { allowPrivate: true })).toMatchObject({ kind: 'ok' })
    expect(await callHealth(target.url, {})).toMatchObject({ kind: 'unreachable' })
  })
})

async function callHealth(url: string, policy: AddressPolicy) {
  const client = createBtcpayClient({ url, auth: 'anonymous', transport: { policy, retry: { attempts: 1 } } })
  try {
    return await client.server.health()
  } finally {
    await client.close()
  }
}

function lookupAnswering(answer: () => LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const addresses = answer()
    const first = addresses[0]
    queueMicrotask(() =>
      options.all === true ? callback(null, addresses) : callback(null, first?.address ?? '', first?.family ?? 4),
    )
  }
}
