import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { calls } from '../contract/src/calls.ts'
import { toOpenApi } from '../contract/src/openapi.ts'
import { v1Calls } from '../contract/src/v1/calls.ts'
import { webhookEvents } from '../contract/src/webhooks.events.ts'

const about = { title: 'Bitquay API', version: '1.0.0', url: 'http://localhost:3000' }
const redocly = join(import.meta.dirname, '../node_modules/@redocly/cli/bin/cli.js')

/** The problems that Redocly's recommended rules find, as `rule: message`. */
const lint = async (document: object): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-openapi-'))
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [redocly, 'lint', 'openapi.json', '--extends', 'recommended', '--format', 'json', '--max-problems', '1000'],
      { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    ).catch((failed: { stdout: string }) => failed)
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      problems: { ruleId: string; message: string }[]
    }
    return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the merchant API has no error and no warning under Redocly’s recommended rules', async () => {
  expect(await lint(toOpenApi(v1Calls, about, webhookEvents))).toEqual([])
})

test('neither have the calls of the screens', async () => {
  expect(await lint(toOpenApi(calls, about))).toEqual([])
})

test('the rules are applied: a document without operation ids has problems', async () => {
  const { paths, ...rest } = toOpenApi(v1Calls.slice(0, 1), about)
  const bare = JSON.parse(JSON.stringify(paths).replaceAll('operationId', 'x-operation-id')) as object
  expect((await lint({ ...rest, paths: bare })).join('\n')).toContain('operation-operationId')
})
