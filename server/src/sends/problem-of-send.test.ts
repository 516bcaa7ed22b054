import { expect, test } from 'vitest'
import { problemOfSend } from './table.ts'

test('an operator’s words reach nobody else while a send is on its way; why one ended does', () => {
  const problem = 'connection-lost (UND_ERR_SOCKET)'
  for (const status of ['requested', 'signed', 'broadcast', 'confirmed']) {
    expect(problemOfSend({ status, problem })).toMatch(/^It takes longer than usual\./)
    expect(problemOfSend({ status, problem: null })).toBeNull()
  }
  for (const status of ['failed', 'cancelled']) expect(problemOfSend({ status, problem: 'why' })).toBe('why')
})
