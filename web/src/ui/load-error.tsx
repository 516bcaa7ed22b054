import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type UnreadProps = {
  title: string
  sentence: ReactNode
  reading: { isFetching: boolean; refetch: () => unknown }
  /** Inside a card of its own, or as the content of one. */
  card?: boolean
}

/** Stands for what could not be read, with the way to try again. */
export const LoadError = ({ title, sentence, reading, card = false }: UnreadProps) => (
  <EmptyState
    card={card}
    scene="mooring"
    title={title}
    sentence={sentence}
    actions={
      <Button busy={reading.isFetching} onClick={() => void reading.refetch()}>
        Try Again
      </Button>
    }
  />
)
