import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import * as t from './messages.ts'

export type LoadErrorWords = {
  title: string
  sentence?: ReactNode
  /** What the button says. */
  again?: string
  /** Another way out, beside the button. */
  help?: ReactNode
  /** Small print, such as a request's number. */
  code?: string | undefined
}

type LoadErrorProps = LoadErrorWords & {
  reading: { isFetching: boolean; refetch: () => unknown }
  /** Inside a card of its own, or as the content of one. */
  card?: boolean
  /** Nothing else on the page is as important. */
  prominent?: boolean
}

/** Shown in place of what couldn't be loaded, with a button to try again. */
export const LoadError = ({
  title,
  sentence,
  again = t.tryAgain,
  help,
  code,
  reading,
  card = false,
  prominent = false,
}: LoadErrorProps) => (
  <EmptyState
    card={card}
    scene="mooring"
    title={title}
    sentence={sentence}
    actions={
      <>
        <Button
          {...(prominent ? { variant: 'signal' } : {})}
          busy={reading.isFetching}
          icon={<RefreshCw className="ico" aria-hidden="true" />}
          onClick={() => void reading.refetch()}
        >
          {again}
        </Button>
        {help}
      </>
    }
    code={code}
  />
)
