import { Button } from './button.tsx'
import * as t from './messages.ts'

type LoadMoreProps = { pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

/** At the end of a list, while there is more of it. */
export const LoadMore = ({ pages }: LoadMoreProps) =>
  pages.hasNextPage && (
    <div className="more-rows flex">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {t.loadMore}
      </Button>
    </div>
  )
