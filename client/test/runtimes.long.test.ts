import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../server/test/api-keys.ts'
import { type Money, startMoney } from '../../server/test/money.ts'
import { firstInvoice, requiredClient } from './first-invoice.ts'
import { type Installed, installPackages } from './install-package.ts'
import { installRuntime, runtimes } from './install-runtime.ts'
import { signDelivery } from './signed-delivery.ts'

let money: Money
let installed: Installed
let url: string
beforeAll(async () => {
  money = await startMoney()
  installed = await installPackages('client')
  url = await money.server.app.listen({ port: 0, host: '127.0.0.1' })
}, 180_000)
afterAll(async () => {
  await installed.remove()
  await money.close()
})

for (const runtime of runtimes) {
  test(`${runtime.name} runs the installed client, imported and required`, async ({ skip }) => {
    const found = await installRuntime(runtime, installed.folder)
    // Without a registry there is nothing to run.
    if ('missing' in found) return skip(`${runtime.name}: ${found.missing}`)
    const { merchantId } = await money.newStore(runtime.name.replace(' ', '-').toLowerCase())
    const env = {
      BITQUAY_URL: url,
      BITQUAY_KEY: await addApiKey(money.server, merchantId, ['read', 'invoices']),
      DELIVERY: JSON.stringify(signDelivery()),
    }
    const run = async (name: string, source: string) =>
      JSON.parse(await installed.run(found.program, [...runtime.args, await installed.compile(name, source)], env))
    const imported = await run('first-invoice.mts', firstInvoice)
    process.stdout.write(`${runtime.name}: ${await installed.run(found.program, ['--version'])}`)
    expect(imported).toMatchObject({
      sameInvoice: true,
      refused: [{ path: 'amount' }],
      unknown: 'not-found',
      events: ['invoice.created'],
      heard: 'invoice.created',
      verified: 'invoice.settled',
      changed: expect.stringContaining('No signature matches.'),
    })
    expect(await run('required.cts', requiredClient)).toMatchObject({
      refused: [{ path: 'amount' }],
      verified: 'invoice.settled',
    })
  })
}
