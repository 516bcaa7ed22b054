/** Starts the shop with one command: finds a key, forwards webhooks to the shop, and opens it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, fail, root, run } from '../../scripts/project.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const { BITQUAY_URL: url = 'http://localhost:3000', PORT: port = '4243' } = process.env
/** Below the folder that git ignores. */
const keyFile = join(root, 'data', 'example-shop.json')

/** The client and the tool are installed from npm in a real shop. Here they are built from this repository. */
const ensureBuilt = async () => {
  // Packages that are there stay, because other programs of this repository may be using them.
  if (!existsSync(join(root, 'node_modules/rolldown'))) await ensureInstalled({ tools: false })
  for (const [workspace, file] of [
    ['client', 'index.js'],
    ['cli', 'bitquay.js'],
  ]) {
    if (isNewer(join(root, workspace, 'dist', file), join(root, workspace, 'src'))) continue
    const status = run(process.execPath, [join(root, 'scripts', `build-${workspace}.mjs`)])
    if (status !== 0) fail(`Couldn’t build the ${workspace}.`)
  }
}

const isNewer = (file, folder) =>
  existsSync(file) &&
  readdirSync(folder, { recursive: true }).every(
    (name) => statSync(join(folder, name)).mtimeMs < statSync(file).mtimeMs,
  )

const post = async (path, body, token) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return response.ok ? response.json() : undefined
}

const isUsable = async (key) => {
  const response = await fetch(`${url}/api/v1/balances`, { headers: { authorization: `Bearer ${key}` } })
  return response.ok
}

/** The given key, the one of the last start, or a new one of the demo merchant. */
const findKey = async () => {
  if (process.env.BITQUAY_KEY) return process.env.BITQUAY_KEY
  const saved = existsSync(keyFile) ? JSON.parse(readFileSync(keyFile, 'utf8')) : {}
  if (saved.url === url && (await isUsable(saved.key))) return saved.key
  const session = await post('/api/auth/login', { email: 'merchant@bitquay.test', password: 'bitquay-demo-1' })
  const body = { name: 'Example shop', scopes: ['read', 'invoices'] }
  const created = session && (await post('/api/merchant/api-keys', body, session.token))
  if (!created) fail('Couldn’t create an API key. Set BITQUAY_KEY to a test key with the scopes read and invoices.')
  mkdirSync(dirname(keyFile), { recursive: true })
  writeFileSync(keyFile, JSON.stringify({ url, key: created.key }), { mode: 0o600 })
  return created.key
}

/** Starts `bitquay listen` and resolves with the secret of its session. */
const forwardWebhooks = (env) =>
  new Promise((resolve) => {
    const tool = join(root, 'cli/dist/bitquay.js')
    const child = spawn(process.execPath, [tool, 'listen', '--forward-to', `http://localhost:${port}/webhooks`], {
      env,
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (part) => {
      process.stderr.write(part)
      said += String(part)
      const secret = /whsec_\S+/.exec(said)?.[0]
      if (secret && said.includes('Ready.')) resolve({ child, secret })
    })
    child.once('exit', (code) => process.exit(code ?? 1))
  })

await ensureBuilt()
await fetch(`${url}/api/health`).catch(() => fail(`Bitquay doesn’t answer at ${url}. Start it with npm start.`))
const env = { ...process.env, BITQUAY_URL: url, BITQUAY_KEY: await findKey(), PORT: port }
const { child: tool, secret } = await forwardWebhooks(env)
const shop = spawn(process.execPath, [join(here, 'shop.mjs')], {
  env: { ...env, WEBHOOK_SECRET: secret },
  stdio: 'inherit',
})
const stop = () => {
  tool.kill()
  shop.kill()
}
shop.once('exit', (code) => {
  tool.kill()
  process.exit(code ?? 0)
})
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, stop)
