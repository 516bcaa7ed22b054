import { expect, password, tokenOf } from './fixtures.ts'
import type { ServerProcess } from './server-process.ts'

const rights = [
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.webhooks.canmodifywebhooks',
  'btcpay.store.canmanagewallettransactions',
  'btcpay.store.canuselightningnode',
]

/** A merchant whose store has its own Lightning node, with half a million satoshis on it. */
export const merchantWithNode = async (server: ServerProcess, name: string) => {
  const admin = await tokenOf(server, 'admin')
  const { engine } = await ask(`${server.url}/api/admin/system`, { token: `Bearer ${admin}` })
  const { adminKey } = await ask(`${engine.url}/sandbox/key`)
  const lightning = (body: object) => ask(`${engine.url}/sandbox/lightning`, { body })
  const btcpay = (path: string, body: object, method?: string) =>
    ask(`${engine.url}/api/v1${path}`, { token: `token ${adminKey}`, body, method })

  await lightning({ node: name, create: {}, localMsat: '500000000' })
  await lightning({ remoteMsat: '100000000000' })
  const { id } = await btcpay('/stores', { name })
  await btcpay(`/stores/${id}/payment-methods/BTC-CHAIN/wallet/generate`, { savePrivateKeys: true })
  const config = { connectionString: `type=sandbox;node=${name}` }
  await btcpay(`/stores/${id}/payment-methods/BTC-LN`, { enabled: true, config }, 'PUT')
  const permissions = rights.map((right) => `${right}:${id}`)
  const { apiKey } = await btcpay('/api-keys', { label: name, permissions })
  const email = `${name}@bitquay.test`
  await ask(`${server.url}/api/admin/merchants`, {
    token: `Bearer ${admin}`,
    body: { email, password, storeName: name, btcpayServerUrl: engine.url, btcpayStoreId: id, btcpayApiKey: apiKey },
  })
  const { token } = await ask(`${server.url}/api/auth/login`, { body: { email, password } })
  const asMerchant = (path: string, body?: object) =>
    ask(`${server.url}/api/merchant/${path}`, { token: `Bearer ${token}`, ...(body ? { body } : {}) })
  await expect.poll(async () => Number((await asMerchant('lightning-balance')).usd)).toBeGreaterThan(300)
  return { asMerchant, lightning: (body: object) => lightning({ node: name, ...body }) }
}

type Asked = { token?: string; body?: object; method?: string | undefined }

/** The fields of all responses that are read here. */
type Answer = { id: string; adminKey: string; apiKey: string; token: string; usd: string; engine: { url: string } }

const ask = async (address: string, { token, body, method }: Asked = {}): Promise<Answer> => {
  const response = await fetch(address, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...(token ? { authorization: token } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
