import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Keys } from '../keys.tsx'
import './list-foot.css'
import * as t from './messages.ts'

type ListFootProps = {
  /** How much of the list is shown, and what its totals count. */
  note: ReactNode
  /** Whether single keys act on the list. */
  keys: boolean
  /** Whether the list has a search. */
  search: boolean
  onKeysChange: (on: boolean) => void
}

/** Below the rows: a note, and the keys that work here. */
export const ListFoot = ({ note, keys, search, onKeysChange }: ListFootProps) => (
  <div className="listfoot cluster between small muted gap-y-1 gap-x-4 ruled">
    <span>{note}</span>
    <span className="keys inline-row gap-4" role="group" aria-label={t.keysLabel}>
      {keys && (
        <>
          <Keys names={['J', 'K']}>{t.keyMove}</Keys>
          <Keys names={['↵']}>{t.keyOpen}</Keys>
          {search && <Keys names={['/']}>{t.keySearch}</Keys>}
          <Keys names={['E']}>{t.keyExport}</Keys>
        </>
      )}
      <Button variant="ghost" size="sm" onClick={() => onKeysChange(!keys)}>
        {keys ? t.keysOn : t.keysOff}
      </Button>
    </span>
  </div>
)
