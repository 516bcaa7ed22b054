/** Writes what a running platform offers for installation: client and command line tool, with their checksums. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { writeFolder } from './write-folder.mjs'
import { packWorkspace, writeSums } from './write-release.mjs'

export const writeDownloads = (folder) =>
  writeFolder(folder, async (draft) => {
    for (const workspace of ['client', 'cli']) {
      const packed = await packWorkspace(workspace, draft)
      renameSync(join(draft, packed), join(draft, `${workspace}.tgz`))
    }
    writeSums(draft)
  })
