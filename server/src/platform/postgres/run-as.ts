import { spawnSync } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'

/**
 * The user that PostgreSQL runs as: ourselves, or an unprivileged one when we are root, because PostgreSQL refuses to
 * run as root.
 */
export type RunAs = { uid: number | undefined; gid: number | undefined }

export const chooseRunAs = async (): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return { uid: undefined, gid: undefined }
  const people = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const entry = people.find(([name]) => name === 'postgres') ?? people.find(([name]) => name === 'nobody')
  return { uid: Number(entry?.[2] ?? 65_534), gid: Number(entry?.[3] ?? 65_534) }
}

/** For spawn's options. */
export const identity = ({ uid, gid }: RunAs) => (uid === undefined ? {} : { uid, gid: gid ?? uid })

/** Checked by the kernel as that user: parent folders may be closed to it. */
export const canRead = (runAs: RunAs, path: string) =>
  runAs.uid === undefined ||
  spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', path], { ...identity(runAs), cwd: '/' }).status === 0

/**
 * How `runAs` reaches its own folder below folders that are closed to it (a clone in /root): through a descriptor that
 * we open for it, since following /proc/self/fd does not walk the path. `descriptor` is its number in the child, the
 * position of `inherit` in spawn's stdio.
 */
export const reach = async (runAs: RunAs, folder: string, descriptor: number) => {
  if (canRead(runAs, folder)) return { path: folder, inherit: [], release: () => Promise.resolve() }
  const handle = await open(folder, 'r')
  return { path: `/proc/self/fd/${descriptor}`, inherit: [handle.fd], release: () => handle.close() }
}
