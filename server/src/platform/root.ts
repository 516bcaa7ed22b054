import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project folder, both from sources and from the built bundle. */
export const projectRoot = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package-lock.json'))) {
    if (folder === dirname(folder)) throw new Error('the project folder was not found')
    folder = dirname(folder)
  }
  return folder
})()
