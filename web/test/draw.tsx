import type { User } from '@bitquay/contract/people'
import { act, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { vi } from 'vitest'
import { Providers } from '../src/app/providers.tsx'
import { UserProvider } from '../src/lib/session.ts'
import { saveToken } from '../src/lib/token.ts'

export type Asked = { call: string; query: URLSearchParams; body: unknown; headers: Headers }

/** What the server answers, by method and path: a value as JSON, a response, or a function that gives one of both. */
type Answers = Record<string, unknown>

/** The owner of a store, with a second factor. */
export const owner: User = {
  id: 1,
  type: 'merchant',
  email: 'owner@example.test',
  name: 'Nora',
  role: 'owner',
  merchantId: 1,
  storeName: 'Blue Door',
  twoFactorEnabled: true,
}

/** A refusal in the common error format. */
export const refusal = (status: number, code: string, message: string) =>
  Response.json({ error: message, message, code, requestId: 'r' }, { status })

/** No server answers. */
export const noServer = () => {
  throw new TypeError('fetch failed')
}

/**
 * Draws a page or a part of one as the app does, in place of a browser: with the given answers of the server, at an
 * address, and signed in as someone. A call without an answer is refused as not found.
 */
export const show = (
  page: ReactNode,
  { at = '/', state = null, user, answers = {} }: { at?: string; state?: unknown; user?: User; answers?: Answers } = {},
) => {
  const asked: Asked[] = []
  const sent: { call: string; body: unknown }[] = []
  const all: Answers = user ? { 'GET /api/auth/verify': { user }, ...answers } : answers
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const call = `${init.method ?? 'GET'} ${url.pathname}`
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const one = { call, query: url.searchParams, body, headers: new Headers(init.headers) }
    asked.push(one)
    // Whether the token is valid is no question of the part that is drawn.
    if (call !== 'GET /api/auth/verify') sent.push({ call, body })
    const answer = all[call]
    const given = typeof answer === 'function' ? await answer(one) : answer
    if (given instanceof Response) return given.clone()
    return given === undefined ? refusal(404, 'not-found', 'Not found') : Response.json(given)
  })
  if (user) saveToken('a-token')
  history.replaceState(state, '', at)
  const drawn = render(
    <Providers>
      <BrowserRouter>{user ? <UserProvider value={user}>{page}</UserProvider> : page}</BrowserRouter>
    </Providers>,
  )
  return {
    ...drawn,
    person: userEvent.setup(),
    /** The calls that were made, in order. */
    sent,
    askedFor: (call: string) => asked.filter((one) => one.call === call),
    /** Where the page is now. */
    address: () => `${location.pathname}${location.search}${location.hash}`,
    /** Goes to another page, as a link does. */
    go: (path: string) =>
      act(() => {
        history.pushState({ idx: 0 }, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } }))
      }),
    /** Changes what the server answers from now on. */
    answer: (call: string, value: unknown) => {
      all[call] = value
    },
  }
}

/** Replaces what is in a field, as if pasted: typing every key takes a hundred times as long. */
export const fill = async (person: UserEvent, field: HTMLElement, text: string) => {
  await person.clear(field)
  if (text === '') return
  await person.click(field)
  await person.paste(text)
}

const admin: User = { id: 1, type: 'admin', email: 'ada@platform.test', name: 'Ada', twoFactorEnabled: false }

/** Draws a part of the dashboard for someone who is signed in. Returns what was sent. */
export const drawSignedIn = (
  part: ReactNode,
  { answers = {}, user = admin, at = '/' }: { answers?: Answers; user?: User; at?: string } = {},
) => show(<main>{part}</main>, { answers, user, at })
