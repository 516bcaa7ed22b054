import { expect, test, vi } from 'vitest'
import { runChecks } from './check.mjs'

test('every check runs and is counted, and what one prints is next to its name', async () => {
  const printed: string[] = []
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const print = (text: string, code: number) => [
    process.execPath,
    '-e',
    `console.log(${JSON.stringify(text)}); process.exitCode = ${code}`,
  ]
  const total = await runChecks({ first: print('a', 0), second: print('b\nc', 1), third: print('d', 0) }).finally(() =>
    stdout.mockRestore(),
  )
  expect(total).toEqual({ passed: 2, failed: 1, failures: ['check “second”: b\n    c'] })
  expect(printed.sort()).toEqual(['a\n✓ first\n', 'b\nc\n✗ second\n', 'd\n✓ third\n'])
})
