import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Reads one line from the terminal without showing it, or from a pipe. */
export const readSecret = (prompt: string): Promise<string> => {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const isTerminal = process.stdin.isTTY
  if (isTerminal) process.stderr.write(prompt)
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line.trim())
      lines.close()
    })
    lines.once('close', () => {
      if (isTerminal) process.stderr.write('\n')
      resolve('')
    })
  })
}
