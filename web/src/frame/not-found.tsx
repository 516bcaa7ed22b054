import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { usePageTitle } from './page-title.ts'
import { paths } from './screens.ts'

/** For signed-in people: a path that is nobody's, or someone else's. */
export const NotFound = () => {
  usePageTitle('404 Page Not Found')
  return (
    <div className="plan">
      <EmptyState
        scene="berths"
        level="h1"
        title="404 Page Not Found"
        sentence="There is nothing at this address, or it is not yours to see."
        actions={
          <ButtonLink variant="signal" to={paths.home}>
            Go to Dashboard
          </ButtonLink>
        }
      />
    </div>
  )
}
