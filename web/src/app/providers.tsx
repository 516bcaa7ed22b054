import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createQueryClient } from '../lib/query-client.ts'
import { recheckSession } from '../lib/session.ts'
import { onTokenChange } from '../lib/token.ts'
import { LazyPasswordDialog } from './lazy-password-dialog.tsx'
import { LazyToaster } from './lazy-toaster.tsx'

export const Providers = ({ children }: { children: ReactNode }) => {
  const [queryClient] = useState(() => {
    const client = createQueryClient(() => void recheckSession(client))
    return client
  })
  useEffect(() => onTokenChange(() => void recheckSession(queryClient)), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <LazyPasswordDialog />
      <LazyToaster />
    </QueryClientProvider>
  )
}
