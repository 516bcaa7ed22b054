import { logout, verify } from '@bitquay/contract/accounts'
import type { User } from '@bitquay/contract/people'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ask } from './api.ts'
import { ApiError } from './api-error.ts'
import { keyOf } from './query-client.ts'
import { readToken, removeToken, saveToken } from './token.ts'

/** Any failure to verify, a network error too, removes the token silently: the person is signed out. An outage is waited for. */
const sessionQuery = queryOptions({
  queryKey: keyOf(verify),
  queryFn: async (): Promise<User | null> => {
    const token = readToken()
    if (!token) return null
    try {
      return (await verifyPatiently()).user
    } catch {
      if (readToken() === token) removeToken()
      return null
    }
  },
  initialData: () => (readToken() ? undefined : null),
})

const patienceMs = 1000
const outageTries = 60

/**
 * Only the server can say that a token is no good. A question that got no answer is asked once more: leaving a page breaks
 * off what it is asking, and must not sign anybody out on the way. While the server, or the proxy before it, says that it
 * is not available for the moment, the question waits.
 */
const verifyPatiently = async (tried = 1): Promise<Awaited<ReturnType<typeof askWho>>> => {
  try {
    return await askWho()
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    const most = isAway(status) ? outageTries : 2
    if (status === 401 || tried >= most) throw error
    await new Promise((resolve) => setTimeout(resolve, patienceMs))
    return verifyPatiently(tried + 1)
  }
}

const askWho = () => ask(verify)
const isAway = (status: number) => status === 502 || status === 503 || status === 504

/** The signed-in person, null when signed out, undefined while that is being found out. */
export const useSession = (): User | null | undefined => useQuery(sessionQuery).data

const SignedIn = createContext<User | null>(null)

/** Around what only a signed-in person can reach. */
export const UserProvider = SignedIn.Provider

/**
 * The signed-in person, on pages that only they can reach. It changes together with the decision to show these pages: the
 * query itself may already know of a sign-out while they are still drawn.
 */
export const useUser = (): User => {
  const user = useContext(SignedIn)
  if (!user) throw new Error('This part is drawn for signed-in people only.')
  return user
}

/** Takes up a fresh token; answers who it belongs to. */
export const beginSession = async (queryClient: QueryClient, token: string): Promise<User | null> => {
  saveToken(token)
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** Forgets the person and everything that was read for them. */
export const forgetSession = (queryClient: QueryClient) => {
  removeToken()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] })
  queryClient.getMutationCache().clear()
}

/** Asks again who the token belongs to; what was read for another person must not stay. */
export const recheckSession = async (queryClient: QueryClient) => {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  if (before && (now?.id !== before.id || now.type !== before.type)) {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] })
  }
}

/** Ends the session on the server and here; here also when the server cannot be told. */
export const useSignOut = () => {
  const queryClient = useQueryClient()
  return async (leave: () => void) => {
    await ask(logout).catch(() => undefined)
    leave()
    forgetSession(queryClient)
  }
}
