import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../server/test/api-keys.ts'
import { type Money, startMoney } from '../../server/test/money.ts'
import { firstInvoice } from './first-invoice.ts'
import { type Installed, installPackages } from './install-package.ts'

/** Starting programs takes long on a busy machine. */
const patience = { timeout: 240_000 }

let money: Money
let installed: Installed
beforeAll(async () => {
  ;[money, installed] = await Promise.all([startMoney(), installPackages('client')])
}, 180_000)
afterAll(async () => {
  await installed.remove()
  await money.close()
})

test('the packed client has its module and types, and imports nothing', patience, async () => {
  const inPackage = (path: string) => readFile(join(installed.folder, 'node_modules/@bitquay/client', path), 'utf8')
  const described = JSON.parse(await inPackage('package.json'))
  expect(described.dependencies).toBeUndefined()
  for (const path of ['dist/index.js', 'dist/index.d.ts']) {
    expect(await inPackage(path)).not.toMatch(/\bfrom\s+['"]|\bimport\s*\(|\brequire\(/)
  }
  expect(await inPackage('dist/index.d.ts')).not.toMatch(/\bany\b(?![^\n]*\*\/)/)
})

test('the installed client creates a first invoice, type-checked', patience, async () => {
  const { merchantId } = await money.newStore('packed')
  const url = await money.server.app.listen({ port: 0, host: '127.0.0.1' })
  const program = await installed.compile('first-invoice', firstInvoice)
  const printed = await installed.run(process.execPath, [program], {
    BITQUAY_URL: url,
    BITQUAY_KEY: await addApiKey(money.server, merchantId, ['read', 'invoices']),
  })
  expect(JSON.parse(printed)).toMatchObject({
    checkoutLink: expect.stringContaining('/i/'),
    sameInvoice: true,
    listed: [expect.any(String)],
    refused: [{ path: 'amount' }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    unknown: 'not-found',
    events: ['invoice.created'],
    heard: 'invoice.created',
  })
})
