import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveDownloads } from './downloads.ts'
import { createHttpServer } from './server.ts'

test('client and command line tool are offered once they are built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-downloads-'))
  const app = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: true, toApiError: () => undefined })
  try {
    serveDownloads(app, folder)
    await writeFile(join(folder, 'client.tgz'), 'client')
    await writeFile(join(folder, 'cli.tgz'), 'cli')
    const early = await app.inject({ url: '/downloads/client.tgz' })
    expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '10'])

    await writeFile(join(folder, 'SHA256SUMS'), 'sums')
    for (const [name, body, type] of [
      ['client.tgz', 'client', 'application/gzip'],
      ['cli.tgz', 'cli', 'application/gzip'],
      ['SHA256SUMS', 'sums', 'text/plain; charset=utf-8'],
    ]) {
      const { statusCode, headers, body: sent } = await app.inject({ url: `/downloads/${name}` })
      expect([statusCode, sent]).toEqual([200, body])
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      })
      const head = await app.inject({ method: 'HEAD', url: `/downloads/${name}` })
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(body?.length)])
    }
    const { headers } = await app.inject({ url: '/downloads/cli.tgz' })
    expect(headers['content-disposition']).toBe('attachment; filename="bitquay-cli.tgz"')

    for (const path of ['x', 'toString', '..%2fpackage.json', 'client.tgz.gz', '']) {
      const missing = await app.inject({ url: `/downloads/${path}` })
      expect([missing.statusCode, missing.headers['content-type']], path).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
})
