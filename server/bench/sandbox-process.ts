import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../src/platform/root.ts'
import { freePort } from '../test/process.ts'

/** A sandbox as a process of its own, as a BTCPay Server is. */
export const startSandboxProcess = async (folder: string, name: string) => {
  const url = `http://127.0.0.1:${await freePort()}`
  const args = ['--port', new URL(url).port, '--dir', join(folder, name), '--seed', name]
  const child = spawn(process.execPath, [join(projectRoot, 'dist/sandbox/main.js'), ...args], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { url, key: await readKey(url), stop: () => (child.kill('SIGTERM'), ended) }
}

const readKey = async (url: string): Promise<string> => {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${url}/sandbox/key`).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { adminKey: string }).adminKey
    await sleep(100)
  }
  throw new Error('the sandbox did not start')
}
