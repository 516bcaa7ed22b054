import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/** Replaces the files of a folder one by one with new ones, so that a program that uses it never finds one missing. */
export const writeFolder = async (folder, write) => {
  const draft = join(root, '.stamps', `draft-${process.pid}`)
  mkdirSync(draft, { recursive: true })
  try {
    await write(draft)
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(folder, name))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
