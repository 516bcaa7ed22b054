import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

const types: Record<string, string> = {
  'client.tgz': 'application/gzip',
  'cli.tgz': 'application/gzip',
  SHA256SUMS: 'text/plain; charset=utf-8',
}

/**
 * The client and the command line tool of this version, which npm installs from here, with their checksums. `npm start` builds
 * them once the server runs, so that nobody waits for them.
 */
export const serveDownloads = (app: FastifyInstance, folder: string) => {
  let files: Map<string, Buffer> | undefined
  const readFiles = () => {
    const paths = Object.keys(types).map((name) => [name, join(folder, name)] as const)
    if (!files && paths.every(([, path]) => existsSync(path)))
      files = new Map(paths.map(([name, path]) => [name, readFileSync(path)]))
    return files
  }
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/downloads/:name',
    handler: async (request, reply) => {
      const { name } = request.params
      const type = Object.hasOwn(types, name) ? types[name] : undefined
      if (!type) throw new ApiError('not-found')
      const file = readFiles()?.get(name)
      // npm tries again.
      if (!file) throw new ApiError('unavailable', { retryAfterSeconds: 10 })
      return reply
        .headers({
          'content-type': type,
          'cache-control': 'no-cache',
          'content-disposition': type.startsWith('text') ? 'inline' : `attachment; filename="bitquay-${name}"`,
        })
        .send(file)
    },
  })
}
