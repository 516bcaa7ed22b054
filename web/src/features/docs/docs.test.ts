import { spawnSync } from 'node:child_process'
import type { ErrorCode } from '@bitquay/contract/errors'
import { toOpenApi } from '@bitquay/contract/openapi'
import { v1Calls } from '@bitquay/contract/v1/calls'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { errorAdvice } from '../../content/docs/error-advice.ts'
import { guideSteps, receiver } from '../../content/docs/guide.ts'
import { firstPayments, verifications } from '../../content/docs/samples.ts'
import { codeColors } from './code-colors.build.ts'
import { colorCode } from './color-code.ts'
import { cutRuns } from './colored-run.ts'
import { type OpenApi, readOpenApi } from './read-openapi.ts'

const secret = `whsec_${Buffer.from('a secret that is known to this test only').toString('base64')}`
const body = '{"type":"invoice.settled","data":{"note":"Grüße"}}'
const sentAt = new Date()
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', sentAt, body),
}
const stale = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 3600) }
const rotated = { ...headers, 'webhook-signature': `v1,bm90IG91cnM= ${headers['webhook-signature']}` }

/** Ours, with a second signature, changed, and too old. */
const cases = [
  [headers, body],
  [rotated, body],
  [headers, body.replace('settled', 'expired')],
  [stale, body],
] as const
const verdicts = [true, true, false, false]

const textOf = (id: string) => verifications.find((sample) => sample.id === id)?.text ?? ''

test('the check for Node takes what is ours and nothing else', async () => {
  const source = `data:text/javascript,${encodeURIComponent(textOf('verify-node'))}`
  const { verify } = (await import(/* @vite-ignore */ source)) as {
    verify: (secret: string, headers: object, body: string) => boolean
  }
  expect(cases.map(([given, text]) => verify(secret, given, text))).toEqual(verdicts)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the check for Python does too', () => {
  const program = `${textOf('verify-python')}
import json, sys
secret, cases = json.load(sys.stdin)
print(json.dumps([verify(secret, headers, body) for headers, body in cases]))`
  const { stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify([secret, cases]),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(verdicts)
})

test('the receiver of the guide checks as the webhook guide does', () => {
  const [, check = ''] = /(const expected = [\s\S]*?\n {2}\}\))/.exec(textOf('verify-node')) ?? []
  expect(receiver).toContain(check.replace('update(key', 'update(secret').replace("'sha256', key", "'sha256', secret"))
})

test('every refusal that the API can give has its advice', () => {
  const possible = new Set<ErrorCode>(v1Calls.flatMap(({ errors = [] }) => errors))
  for (const code of [
    'invalid-request',
    'invalid-api-key',
    'scope-missing',
    'source-not-allowed',
    'rate-limited',
    'body-too-large',
    'unsupported-media-type',
    'answer-not-kept',
  ]) {
    possible.add(code as ErrorCode)
  }
  expect([...possible].filter((code) => errorAdvice[code] === undefined)).toEqual([])
})

test('the reference tells of every call that needs a key, with its fields', () => {
  const document = toOpenApi(v1Calls, { title: 'test', version: '1', url: 'http://localhost' }) as unknown as OpenApi
  const entries = readOpenApi(document).flatMap(({ calls }) => calls)
  expect(entries.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`).sort()).toEqual(
    v1Calls
      .filter(({ audience }) => audience === 'api')
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  )
  const create = entries.find(({ id }) => id === 'post-api-v1-invoices')
  expect(create?.body.find(({ name }) => name === 'amount')).toMatchObject({
    required: true,
    type: 'number or string or null',
  })
  expect(create?.answer.map(({ name }) => name)).toContain('checkoutLink')
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
})

test('every command of the guide can be found by its name', () => {
  const ids = guideSteps.flatMap(({ commands = [], outcome }) =>
    [...commands, ...(outcome ? [outcome] : [])].map(({ id }) => id),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('colors cover the code exactly and never split the placeholder of the address', () => {
  const commands = guideSteps.flatMap(({ commands: own = [], outcome }) => [...own, ...(outcome ? [outcome] : [])])
  for (const command of [...commands, ...firstPayments, ...verifications]) {
    const parts = cutRuns(command.text, codeColors[command.id] ?? [])
    expect(parts.map(({ part }) => part).join('')).toBe(command.text)
    expect(parts.some(({ color }) => color !== '')).toBe(
      command.syntax !== undefined && command.id !== 'start-receiver',
    )
    const whole = parts.filter(({ part }) => part.includes('{origin}')).length
    expect(whole > 0).toBe(command.text.includes('{origin}'))
  }
})

test('keywords, strings and variables have their colors', () => {
  const text = 'if test "$KEY" = 7; then echo done; fi'
  expect(cutRuns(text, colorCode({ text, syntax: 'bash' }))).toEqual(
    expect.arrayContaining([
      { color: 'keyword', part: 'if' },
      { color: 'name', part: '$KEY' },
      { color: 'string', part: '"' },
    ]),
  )
})
