/** Loads a backup into an empty database and audits it. Exits with 1 if anything doesn't add up. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('restore')
await ensureInstalled({ tools: false })
await ensureBuilt(['server'])
await import(pathToFileURL(join(root, 'dist/server/restore.js')).href)
