import { requestCodeOf } from '../lib/api-error.ts'
import { Card } from '../ui/card.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Page } from './page.tsx'

type UnreadPageProps = {
  title: string
  failed: { title: string; sentence: string }
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** The page of one record while it is read, or when it couldn't be. */
export const UnreadPage = ({ title, failed, query }: UnreadPageProps) => (
  <Page title={title}>
    {query.error ? (
      <LoadError card {...failed} code={requestCodeOf(query.error)} reading={query} />
    ) : (
      <Card>
        <SkeletonLines lines={8} />
      </Card>
    )}
  </Page>
)
