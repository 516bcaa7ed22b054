/** Starts the sandbox alone, for anyone who integrates with BTCPay Server. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('sandbox')
await ensureInstalled({ tools: false })
await ensureBuilt(['server'])
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/sandbox/main.js')).href)
