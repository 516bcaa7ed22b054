/** Builds the command line tool for npm: one program that contains the client. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './project.mjs'
import { writeFolder } from './write-folder.mjs'

await writeFolder(join(root, 'cli/dist'), async (draft) => {
  const file = join(draft, 'bitquay.js')
  const build = await rolldown({ input: join(root, 'cli/src/main.ts'), platform: 'node' })
  await build.write({ file, format: 'esm', banner: '#!/usr/bin/env node' })
  await build.close()
  chmodSync(file, 0o755)
})
