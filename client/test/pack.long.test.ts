import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../server/test/api-keys.ts'
import { type Money, startMoney } from '../../server/test/money.ts'
import { firstInvoice, requiredClient } from './first-invoice.ts'
import { type Installed, installPackages } from './install-package.ts'
import { signDelivery } from './signed-delivery.ts'

/** Starting programs takes long on a busy machine. */
const patience = { timeout: 240_000 }

let money: Money
let installed: Installed
let url: string
beforeAll(async () => {
  ;[money, installed] = await Promise.all([startMoney(), installPackages('client')])
  url = await money.server.app.listen({ port: 0, host: '127.0.0.1' })
}, 180_000)
afterAll(async () => {
  await installed.remove()
  await money.close()
})

test('the packed client has both kinds of module with their types, and imports nothing', patience, async () => {
  const inPackage = (path: string) => readFile(join(installed.folder, 'node_modules/@bitquay/client', path), 'utf8')
  const described = JSON.parse(await inPackage('package.json'))
  expect(described.dependencies).toBeUndefined()
  for (const path of ['dist/index.js', 'dist/index.cjs', 'dist/index.d.ts', 'dist/index.d.cts']) {
    const text = await inPackage(path)
    expect(text).not.toMatch(/\bfrom\s+['"]|\brequire\(/)
    // Only Node 18, which has no global Web Crypto, loads a module of its own.
    const loaded = path.includes('.d.') ? [] : [expect.stringMatching(/\bnodeModule\s*\)$/)]
    expect(text.match(/\bimport\s*\([^)]*\)/g) ?? []).toEqual(loaded)
  }
  expect(await inPackage('dist/index.d.ts')).not.toMatch(/\bany\b(?![^\n]*\*\/)/)
})

/** What a program prints that was compiled against the installed client and runs as a shop of its own. */
const printedBy = async (file: string, source: string) => {
  const { merchantId } = await money.newStore(file)
  const program = await installed.compile(file, source)
  const printed = await installed.run(process.execPath, [program], {
    BITQUAY_URL: url,
    BITQUAY_KEY: await addApiKey(money.server, merchantId, ['read', 'invoices']),
    DELIVERY: JSON.stringify(signDelivery()),
  })
  return JSON.parse(printed)
}

test('the installed client creates a first invoice, type-checked', patience, async () => {
  expect(await printedBy('first-invoice.mts', firstInvoice)).toMatchObject({
    checkoutLink: expect.stringContaining('/i/'),
    sameInvoice: true,
    listed: [expect.any(String)],
    refused: [{ path: 'amount' }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    unknown: 'not-found',
    events: ['invoice.created'],
    heard: 'invoice.created',
    verified: 'invoice.settled',
    changed: expect.stringContaining('No signature matches.'),
  })
})

test('a program that is no ES module requires the installed client, type-checked', patience, async () => {
  expect(await printedBy('required.cts', requiredClient)).toMatchObject({
    checkoutLink: expect.stringContaining('/i/'),
    refused: [{ path: 'amount' }],
    verified: 'invoice.settled',
  })
})
