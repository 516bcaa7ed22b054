/** Builds the client for npm: an ES module, the same for `require`, and types for each. None of them imports anything. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { bundleTypes } from './bundle-types.mjs'
import { root } from './project.mjs'
import { writeFolder } from './write-folder.mjs'

const entry = join(root, 'client/src/index.ts')

await writeFolder(join(root, 'client/dist'), async (draft) => {
  // What newer runtimes than Node 18.18 know is written in older words.
  const build = await rolldown({ input: entry, platform: 'neutral', transform: { target: 'node18.18' } })
  await build.write({ file: join(draft, 'index.js'), format: 'esm' })
  await build.write({ file: join(draft, 'index.cjs'), format: 'cjs' })
  await build.close()
  const types = bundleTypes(entry, join(root, 'client/tsconfig.json'))
  for (const name of ['index.d.ts', 'index.d.cts']) writeFileSync(join(draft, name), types)
})
