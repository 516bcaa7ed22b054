import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from './command.ts'

export type SavedKey = { url: string; apiKey: string }

export const keyFile = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'bitquay', 'credentials.json')

/** Saves the key so that only its owner can read it, also if the file existed with other permissions. */
export const saveKey = async (saved: SavedKey): Promise<void> => {
  const path = keyFile()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(saved, undefined, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, path)
}

export const forgetKey = () => rm(keyFile(), { force: true })

/** The key from the environment, or the saved one. */
export const readKey = async (): Promise<SavedKey> => {
  const { BITQUAY_URL: url, BITQUAY_KEY: apiKey } = process.env
  const saved = await readFile(keyFile(), 'utf8').then(parse, () => undefined)
  const found = { url: url || saved?.url, apiKey: apiKey || saved?.apiKey }
  if (!found.url || !found.apiKey) {
    throw new CommandError('Sign in first: bitquay login --url https://pay.example.com')
  }
  return { url: found.url, apiKey: found.apiKey }
}

const parse = (text: string): Partial<SavedKey> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    throw new CommandError(`${keyFile()} isn’t valid. Sign in again.`)
  }
}
