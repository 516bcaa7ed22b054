import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { identity, type RunAs, reach } from './run-as.ts'

export const savePassword = async (path: string) => {
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim()
  const password = randomBytes(24).toString('hex')
  await writeFile(`${path}.new`, password, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return password
}

/** Into a temporary folder first: a crash halfway must not leave something that looks like a cluster. */
export const initializeCluster = async (binaries: Binaries, runAs: RunAs, cluster: string, password: string) => {
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (runAs.uid !== undefined) await chown(unfinished, runAs.uid, runAs.gid ?? runAs.uid)
  const at = await reach(runAs, unfinished, 3)
  try {
    await runInitdb(binaries, runAs, at, password)
  } finally {
    await at.release()
  }
  await rename(unfinished, cluster)
}

const runInitdb = async (
  binaries: Binaries,
  runAs: RunAs,
  at: { path: string; inherit: number[] },
  password: string,
) => {
  // initdb reads the password only from a file, and the file must belong to its user.
  const script =
    'umask 077; file=$(mktemp) && cat > "$file" && "$@" --pwfile="$file"; code=$?; rm -f "$file"; exit $code'
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', script, 'sh', join(binaries.folder, 'bin', 'initdb'), '-D', at.path, '-U', 'bitquay'],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--data-checksums', '--no-instructions'],
    ],
    { ...identity(runAs), cwd: '/', stdio: ['pipe', 'pipe', 'pipe', ...at.inherit] },
  )
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  child.stdin?.end(password)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`Couldn’t set up the embedded PostgreSQL: ${output.trim().slice(-400)}`)
}
