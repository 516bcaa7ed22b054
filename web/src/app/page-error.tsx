import { LifeBuoy, RefreshCw } from 'lucide-react'
import { paths } from '../frame/screens.ts'
import { requestCodeOf } from '../lib/api-error.ts'
import { Blank } from '../ui/blank.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PartedMooring } from '../ui/parted-mooring.tsx'
import * as t from './messages.ts'

/** A part that fails fails alone: this stands where the page would, the sidebar stays. */
export const PageError = ({ error }: { error: unknown }) => (
  <Blank
    alert
    drawing={<PartedMooring />}
    level="h1"
    title={t.pageFailed}
    sentence={t.pageFailedNext}
    actions={
      <>
        <Button variant="signal" icon={<RefreshCw className="ico" />} onClick={() => location.reload()}>
          {t.tryAgain}
        </Button>
        <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" />}>
          {t.support}
        </ButtonLink>
      </>
    }
    code={requestCodeOf(error)}
  />
)

/** When not even the frame could be drawn. */
export const AppError = ({ error }: { error: unknown }) => (
  <main id="main" className="page-error">
    <PageError error={error} />
  </main>
)
