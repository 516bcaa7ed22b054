import type { Answer } from '@bitquay/contract/call'
import { sandboxState } from '@bitquay/contract/sandbox'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

export type SandboxState = Answer<typeof sandboxState>

const everyMs = 2000

/** The private network at a glance, followed while the panel is open. */
export const useSandboxState = () => useQuery({ ...queryOf(sandboxState), refetchInterval: everyMs, staleTime: 0 })
