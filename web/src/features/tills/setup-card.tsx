import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

type Props = {
  title: string
  add: string
  icon?: ReactNode
  /** Left out for those who may only look. */
  onAdd: (() => void) | undefined
  empty: string
  rows: readonly ReactNode[]
  /** Below the rows. */
  children?: ReactNode
}

/** What a till has of one thing, such as its devices, with a button that adds another one. */
export const SetupCard = ({ title, add, icon, onAdd, empty, rows, children }: Props) => (
  <Card
    title={title}
    aria-label={title}
    note={
      onAdd && (
        <Button size="sm" variant="ghost" icon={icon ?? <Plus className="ico" aria-hidden="true" />} onClick={onAdd}>
          {add}
        </Button>
      )
    }
  >
    {rows.length === 0 ? <p className="muted">{empty}</p> : <ul className="till-devices stack">{rows}</ul>}
    {children}
  </Card>
)
