import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { canBuild, ensureBuilt, ensureInstalled, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('start')
await ensureInstalled({ tools: false })
await ensureBuilt(['server'])
process.env.NODE_ENV ??= 'production'
/** Pages are built while the server sets up its database and its demo data. It listens when both are done. */
const buildPages = async () => {
  if (!(await canBuild('pages'))) throw new Error('The build failed.')
}
const { runServer } = await import(pathToFileURL(join(root, 'dist/server/run.js')).href)
await runServer(buildPages())
// Few need them, and nobody waits for them.
const hasDownloads = await canBuild('downloads').catch(() => false)
if (hasDownloads === false) process.stderr.write('Couldn’t build /downloads. Everything else works.\n')
