/** Builds the client for npm: one ES module and its types, neither of which imports anything. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { bundleTypes } from './bundle-types.mjs'
import { root } from './project.mjs'
import { writeFolder } from './write-folder.mjs'

const entry = join(root, 'client/src/index.ts')

await writeFolder(join(root, 'client/dist'), async (draft) => {
  const build = await rolldown({ input: entry, platform: 'neutral' })
  await build.write({ file: join(draft, 'index.js'), format: 'esm' })
  await build.close()
  writeFileSync(join(draft, 'index.d.ts'), bundleTypes(entry, join(root, 'client/tsconfig.json')))
})
