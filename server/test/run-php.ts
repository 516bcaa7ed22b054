import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../src/platform/root.ts'

/** Runs one of our PHP scripts and parses what it prints. This process answers its requests meanwhile. */
export const runPhp = (script: string, environment: Record<string, string>, input = ''): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const child = spawn('php', [join(projectRoot, 'server/test/php', script)], {
      env: { ...process.env, ...environment },
    })
    const parts: Record<'out' | 'err', string> = { out: '', err: '' }
    child.stdout.on('data', (part: Buffer) => {
      parts.out += part.toString('utf8')
    })
    child.stderr.on('data', (part: Buffer) => {
      parts.err += part.toString('utf8')
    })
    child.on('error', reject)
    child.on('close', (code) => {
      try {
        if (code !== 0) throw new Error(`exit code ${code}`)
        resolve(JSON.parse(parts.out))
      } catch (error) {
        reject(new Error(`${script}: ${String(error)}\n${parts.out}\n${parts.err}`))
      }
    })
    child.stdin.end(input)
  })
