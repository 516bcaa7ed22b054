/** Bundles the server and the sandbox with rolldown, the web app with vite. Packages stay where npm installed them. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root, run, tool } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('build')
const started = Date.now()
const { rolldown } = await import('rolldown')

const bundle = async (input, folder) => {
  rmSync(folder, { recursive: true, force: true })
  const build = await rolldown({
    input,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@bitquay/'),
  })
  await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
}

const worthCompressing = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/

/** The server sends these files unchanged, so they are compressed as much as possible. */
const compress = (folder) => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !worthCompressing.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const plain = readFileSync(path)
    if (plain.length < 1024) continue
    writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
  }
}

process.stdout.write('Building…\n')
const inputs = {
  main: join(root, 'server/src/main.ts'),
  audit: join(root, 'server/src/audit-main.ts'),
  backup: join(root, 'server/src/backup-main.ts'),
  restore: join(root, 'server/src/restore-main.ts'),
}
await bundle(inputs, join(root, 'dist/server'))
if (existsSync(join(root, 'sandbox/src/main.ts'))) {
  await bundle({ main: join(root, 'sandbox/src/main.ts') }, join(root, 'dist/sandbox'))
}
for (const config of ['vite.config.ts', 'vite.customer.config.ts']) {
  const status = run(tool('vite'), ['build', '--logLevel', 'warn', '--config', config], { cwd: join(root, 'web') })
  if (status !== 0) process.exit(1)
}
compress(join(root, 'web/dist'))
process.stdout.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
