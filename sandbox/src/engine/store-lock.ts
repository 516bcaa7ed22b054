import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'

/**
 * Keeps a second process out of the folder. The lock is a name that the operating system frees when its holder dies for
 * any reason, where a file would remain. Where such names don't exist (neither Linux nor Windows), there is no lock.
 */
export const lockFolder = async (dir: string): Promise<() => Promise<void>> => {
  const name = `bitquay-store-${createHash('sha256')
    .update(await realpath(dir))
    .digest('hex')
    .slice(0, 32)}`
  const path = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as 'linux']
  if (path === undefined) return async () => undefined
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Another process is using ${dir}.`) : error),
    )
    server.listen(path, resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}
