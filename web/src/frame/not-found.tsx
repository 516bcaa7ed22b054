import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import * as t from './messages.ts'
import { usePageTitle } from './page-title.ts'
import { paths } from './screens.ts'

/** For signed-in people: a path that doesn't exist or that they have no access to. */
export const NotFound = () => {
  usePageTitle(t.notFound)
  return (
    <div className="plan stack gap-5">
      <EmptyState
        scene="berths"
        level="h1"
        title={t.notFound}
        sentence={t.notFoundNext}
        actions={
          <ButtonLink variant="signal" to={paths.home}>
            {t.toDashboard}
          </ButtonLink>
        }
      />
    </div>
  )
}
