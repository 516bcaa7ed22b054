import { messageOf } from '../lib/api-error.ts'
import { Button } from '../ui/button.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AuthFrame } from './auth-frame.tsx'
import * as t from './messages.ts'

type OpeningLinkProps = {
  title: string
  reading: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** Said if the server gives no reason. */
  notLoaded: string
  lines?: number
}

/** While what an emailed link opens is loading, and if it couldn't be loaded. */
export const OpeningLink = ({ title, reading, notLoaded, lines = 3 }: OpeningLinkProps) => {
  const { error, isFetching, refetch } = reading
  return (
    <AuthFrame title={title} purpose={error ? messageOf(error, notLoaded) : ''}>
      {error ? (
        <Button variant="signal" size="lg" block busy={isFetching} onClick={() => void refetch()}>
          {t.tryAgain}
        </Button>
      ) : (
        <SkeletonLines lines={lines} />
      )}
    </AuthFrame>
  )
}
