import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../server/src/platform/root.ts'
import { type Running, startRunning } from '../../server/test/running.ts'
import { type Installed, installFrom } from './install-package.ts'

/** What a shop's developer does, who has only the address of a platform. */
let running: Running
let installed: Installed
let env: Record<string, string>
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(projectRoot, 'scripts/build.mjs'), 'downloads'])
  running = await startRunning()
  installed = await installFrom(`${running.url}/downloads/client.tgz`, `${running.url}/downloads/cli.tgz`)
  env = { BITQUAY_URL: running.url, BITQUAY_KEY: await running.createKey(['read', 'invoices']) }
}, 300_000)
afterAll(async () => {
  await installed.remove()
  await running.close()
})

const download = async (name: string) =>
  Buffer.from(await (await fetch(`${running.url}/downloads/${name}`)).arrayBuffer())

test('the checksums fit the files', async () => {
  const sums = (await download('SHA256SUMS')).toString().trim().split('\n')
  expect(sums.map((line) => line.split('  ')[1])).toEqual(['cli.tgz', 'client.tgz'])
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(await download(name))
        .digest('hex'),
      name,
    ).toBe(sum)
  }
})

const program = `const client = createClient({ url: process.env.BITQUAY_URL, apiKey: process.env.BITQUAY_KEY })
client.invoices.create({ amount: '25.00' }).then(({ checkoutLink }) => console.log(checkoutLink))`

test.each([
  ['import', 'imports.mjs', `import { createClient } from '@bitquay/client'\n${program}`],
  ['require', 'requires.cjs', `const { createClient } = require('@bitquay/client')\n${program}`],
])('the installed client makes a call after %s', async (_how, name, source) => {
  await writeFile(join(installed.folder, name), source)
  expect(await installed.run(process.execPath, [name], env)).toMatch(/^http\S+\/i\/\w+\n$/)
})

test('the installed command line tool makes a call', async () => {
  const bitquay = join(installed.folder, 'node_modules/.bin/bitquay')
  const printed = await installed.run(bitquay, ['invoices', 'create', '--amount', '25.00', '--json'], env)
  expect(JSON.parse(printed)).toMatchObject({ amount: '25.00', status: 'new' })
})
