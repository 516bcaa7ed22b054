import type { User } from '@bitquay/contract/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '../src/lib/query-client.ts'
import { UserProvider } from '../src/lib/session.ts'

const admin: User = { id: 1, type: 'admin', email: 'ada@platform.test', name: 'Ada', twoFactorEnabled: false }

type Sent = { call: string; body: unknown }

/**
 * Draws a part of the dashboard for someone who is signed in. `answers` are what the server says, by method and path; a
 * request without one fails the test. Returns what was sent.
 */
export const drawSignedIn = (
  part: ReactNode,
  { answers = {}, user = admin, at = '/' }: { answers?: Record<string, unknown>; user?: User; at?: string } = {},
) => {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const call = `${method} ${new URL(address, 'http://test').pathname}`
    sent.push({ call, body: body === undefined ? undefined : JSON.parse(body) })
    if (!(call in answers)) throw new Error(`no answer to ${call}`)
    return Promise.resolve(Response.json(answers[call]))
  })
  const drawn = render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <UserProvider value={user}>
        <MemoryRouter initialEntries={[at]}>
          <main>{part}</main>
        </MemoryRouter>
      </UserProvider>
    </QueryClientProvider>,
  )
  return { ...drawn, sent, person: userEvent.setup() }
}
