import { expect, test } from 'vitest'
import { problemOfSend } from './table.ts'

test('the problem of an open send is for operators only, and the reason of an ended one is shown', () => {
  const problem = 'connection-lost (UND_ERR_SOCKET)'
  for (const status of ['requested', 'signed', 'broadcast', 'confirmed']) {
    expect(problemOfSend({ status, problem })).toMatch(/^This is taking longer than usual\./)
    expect(problemOfSend({ status, problem: null })).toBeNull()
  }
  for (const status of ['failed', 'cancelled']) expect(problemOfSend({ status, problem: 'why' })).toBe('why')
})
