import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/http/api-error.ts'
import { once } from '../platform/once.ts'

const forever = 'public, max-age=31536000, immutable'
const forMinutes = 'public, max-age=300'

const modalScript = '/btcpay/modal/btcpay.js'

type Script = { plain: Buffer; br: () => Buffer; gzip: () => Buffer; keep: string }

/**
 * The scripts that shops load to open a checkout inside of their pages. A version never changes, so that a shop can pin
 * its hash. Other sites may load these files and nothing else of ours.
 */
export const serveCheckoutScripts = (app: FastifyInstance, folder: string) => {
  const scripts = readScripts(folder)
  const serve = (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const script = scripts.get(path)
    if (!script) throw new ApiError('not-found')
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': script.keep,
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const accepted = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(script.br())
    if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(script.gzip())
    return reply.send(script.plain)
  }
  const method = ['GET', 'HEAD']
  app.route<{ Params: { file: string } }>({
    method,
    url: '/checkout/:file',
    handler: async (request, reply) => serve(`/checkout/${request.params.file}`, request, reply),
  })
  // Some plugins drop the path of a BTCPay Server's address.
  app.route({ method, url: '/modal/btcpay.js', handler: async (request, reply) => serve(modalScript, request, reply) })
  for (const url of ['/checkout.js', modalScript]) {
    app.route({ method, url, handler: async (request, reply) => serve(url, request, reply) })
  }
}

const readScripts = (folder: string): Map<string, Script> => {
  const scripts = new Map<string, Script>()
  const versions = existsSync(join(folder, 'checkout')) ? listVersions(join(folder, 'checkout')) : []
  const latest = versions.at(-1)
  if (latest === undefined) return scripts
  const read = (name: string) => readFileSync(join(folder, name))
  for (const version of versions) {
    scripts.set(`/checkout/${version}.js`, pack(read(`checkout/${version}.js`), forever))
  }
  const newest = read(`checkout/${latest}.js`)
  scripts.set('/checkout.js', pack(newest, forMinutes))
  // BTCPay's interface is a layer over our own script.
  scripts.set(modalScript, pack(Buffer.concat([newest, read('btcpay-modal.js')]), forMinutes))
  return scripts
}

/** Oldest first. */
const listVersions = (folder: string): string[] =>
  readdirSync(folder)
    .flatMap((name) => /^(\d+\.\d+\.\d+)\.js$/.exec(name)?.[1] ?? [])
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

const pack = (plain: Buffer, keep: string): Script => ({
  plain,
  br: once(() => brotliCompressSync(plain)),
  gzip: once(() => gzipSync(plain, { level: 9 })),
  keep,
})
