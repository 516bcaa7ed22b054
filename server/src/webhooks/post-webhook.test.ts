import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { type Config, readConfig } from '../config.ts'
import { createPostWebhook } from './post-webhook.ts'
import { requireWebhookUrl } from './url-policy.ts'

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.close())

const secret = 'a secret of more than 32 characters, kept'
const at = (environment: Record<string, string>): Config =>
  readConfig({ APP_SECRET: secret, DATA_DIR: '/nowhere', ...environment })
const live = at({
  BTCPAY_URL: 'https://btcpay.example.test',
  BTCPAY_API_KEY: 'none',
  PUBLIC_URL: 'https://pay.example.test',
})
const shared = at({ HOST: '0.0.0.0' })
const own = at({})

const post = (config: Config, url: string) =>
  createPostWebhook(config, 'test', 3000)(url, { headers: {}, body: '{}' }, new AbortController().signal)
const refusal = (config: Config, url: string) => {
  try {
    requireWebhookUrl(config, url)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const internal = [
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0/',
  'https://10.0.0.8/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
]

test.each(internal)('%s is refused when it is entered and when it is connected to', async (url) => {
  for (const config of [live, shared]) {
    expect(refusal(config, url)).toContain('the address is internal')
    expect((await post(config, url)).error).toContain('is an internal address')
  }
})

test('the address of a host name is checked when we connect', async () => {
  const port = new URL(receiver.url).port
  // The name looks harmless, but its address is internal.
  expect(refusal(shared, `http://localhost:${port}/`)).toBeUndefined()
  expect((await post(shared, `http://localhost:${port}/hooks`)).error).toContain('is an internal address')
  expect(receiver.received).toEqual([])
})

test('on a developer’s own machine the sandbox reaches that machine and nothing else that is internal', async () => {
  expect(refusal(own, receiver.url)).toBeUndefined()
  expect((await post(own, receiver.url)).answer?.status).toBe(204)
  expect(refusal(own, 'http://10.0.0.8/')).toContain('the address is internal')
  expect(refusal(at({ ENGINE_ALLOW_HOSTS: '10.0.0.8' }), 'http://10.0.0.8/')).toBeUndefined()
})

test('with real money only https is accepted', () => {
  expect(refusal(live, 'http://shop.example.com/hooks')).toContain('use https')
  expect(refusal(live, 'https://shop.example.com/hooks')).toBeUndefined()
  for (const url of ['ftp://shop.example.com/', 'https://user:word@shop.example.com/', 'file:///etc/passwd']) {
    expect(refusal(live, url), url).toBeDefined()
  }
})

test('an answer is read only as far as it is shown, and may be anything', async () => {
  receiver.answerWith((response) => {
    response.writeHead(500, { 'content-type': 'text/html' })
    response.write('a\0b')
    response.end('x'.repeat(1_000_000))
  })
  const { answer } = await post(own, receiver.url)
  expect(answer?.status).toBe(500)
  expect(answer?.body.length).toBeLessThanOrEqual(8 * 1024)
  expect(answer?.body.startsWith('abx')).toBe(true)
})
