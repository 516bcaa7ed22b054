import { type ReactNode, useState } from 'react'
import { formatCount } from '../lib/format-number.ts'
import { Button } from '../ui/button.tsx'

type FirstRowsProps<Row> = {
  rows: readonly Row[]
  /** How many are shown before someone asks for all. */
  few: number
  /** Of the button that shows the rest. */
  label: (words: { count: string }) => string
  children: (rows: readonly Row[]) => ReactNode
}

/** The first rows of a list that can be very long. */
export const FirstRows = <Row,>({ rows, few, label, children }: FirstRowsProps<Row>) => {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      {children(isWhole ? rows : rows.slice(0, few))}
      {!isWhole && rows.length > few && (
        <div className="more-rows flex">
          <Button onClick={() => setWhole(true)}>{label({ count: formatCount(rows.length) })}</Button>
        </div>
      )}
    </>
  )
}
