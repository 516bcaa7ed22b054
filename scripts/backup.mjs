/** Saves the database to a file, while the server runs or not. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('backup')
await ensureInstalled({ tools: false })
await ensureBuilt(['server'])
await import(pathToFileURL(join(root, 'dist/server/backup.js')).href)
