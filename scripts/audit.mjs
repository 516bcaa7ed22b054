/** Recomputes every balance from its entries. Exits with 1 if anything doesn't add up. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('audit')
await ensureInstalled({ tools: false })
await ensureBuilt(['server'])
await import(pathToFileURL(join(root, 'dist/server/audit.js')).href)
