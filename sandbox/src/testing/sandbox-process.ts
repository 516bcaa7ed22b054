import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export type SandboxProcess = {
  url: string
  key: string
  /** Like a power failure: no cleanup. */
  kill(): Promise<void>
}

/** A sandbox in its own process, as `npm run sandbox` starts it. */
export const startSandboxProcess = async (dir: string): Promise<SandboxProcess> => {
  const main = join(import.meta.dirname, '../main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0', '--dir', dir, '--seed', 'kill'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = await firstLines(child)
  const url = /^BTCPay sandbox\s+(\S+)/m.exec(output)?.[1]
  const key = /^API key\s+(\S+)/m.exec(output)?.[1]
  if (!url || !key) throw new Error(`the sandbox did not start: ${output}`)
  return {
    url,
    key,
    kill: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

const firstLines = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    let complaints = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Sandbox tools')) resolve(output)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      complaints += chunk.toString()
    })
    child.once('exit', () => reject(new Error(`the sandbox ended: ${complaints}`)))
  })
