/** Checks what a live platform needs. Exits with 1 if something failed. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('doctor')
await ensureInstalled({ tools: false })
await ensureBuilt(['server'])
await import(pathToFileURL(join(root, 'dist/server/doctor.js')).href)
