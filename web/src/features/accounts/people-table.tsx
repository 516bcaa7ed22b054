import type { ReactNode } from 'react'
import './people-table.css'

/** Around a table of people who sign in, so that it folds up well on phones. */
export const PeopleTable = ({ children }: { children: ReactNode }) => <div className="people-table">{children}</div>
