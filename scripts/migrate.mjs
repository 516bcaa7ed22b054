/** Applies the missing migrations and ends, as a separate step before servers with MIGRATE=off start. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('migrate')
await ensureInstalled({ tools: false })
await ensureBuilt(['server'])
process.argv.push('--migrate-only')
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
