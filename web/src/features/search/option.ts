import type { ReactNode } from 'react'

/** One line of the search, and where it leads. */
export type Option = {
  /** Where several lines may lead to the same place. */
  key?: string
  to: string
  icon: ReactNode
  title: string
  detail?: string
  /** Its state. */
  badge?: ReactNode
  figure?: ReactNode
}

export const keyOf = ({ key, to }: Option) => key ?? to

export type OptionGroup = { name: string; options: readonly Option[] }
