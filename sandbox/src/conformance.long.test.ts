import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describeConformance } from '@bitquay/btcpay/conformance/describe-conformance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConformanceTarget } from './testing/conformance-target.ts'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

const root = join(import.meta.dirname, '../..')

describeConformance('the sandbox without a Lightning node', () => openConformanceTarget({ internalNode: false }))

describe('npm run test:btcpay', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  const run = async (settings: Record<string, string>) => {
    const { PATH = '', HOME = '', BTCPAY_OPENAPI } = process.env
    const child = spawn(process.execPath, [join(root, 'scripts/test.mjs'), '--btcpay'], {
      cwd: root,
      env: {
        PATH,
        HOME,
        BTCPAY_TEST_HOT_WALLETS_FOR_ALL: 'true',
        ...(BTCPAY_OPENAPI ? { BTCPAY_OPENAPI } : {}),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, output }
  }
  const server = () => ({ BTCPAY_URL: sandbox.url, BTCPAY_API_KEY: sandbox.adminKey })

  it('passes twice in a row on one server', async () => {
    for (let turn = 0; turn < 2; turn++) {
      const { code, output } = await run(server())
      expect(output).toMatch(/^\d+ passed, 0 failed$/m)
      expect(output).not.toContain('this server has no Lightning node')
      expect(code).toBe(0)
    }
  })

  it('passes on a server without a Lightning node and reports what it skips', async () => {
    await sandbox.control.policy({ internalNode: false })
    const { code, output } = await run(server())
    expect(output).toContain('this server has no Lightning node')
    expect(output).toMatch(/^\d+ passed, 0 failed$/m)
    expect(code).toBe(0)
  })

  it('names the settings that are missing', async () => {
    const { code, output } = await run({})
    expect(output).toContain('BTCPAY_URL and BTCPAY_API_KEY')
    expect(code).not.toBe(0)
  })
})
