import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

type PageProps = {
  title: string
  /** The tab's name where it differs from the heading, as on dashboards that greet. */
  tab?: string
  sentence?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page of a portal: its heading, and cards on twelve columns. */
export const Page = ({ title, tab, sentence, actions, children }: PageProps) => {
  usePageTitle(tab ?? title)
  return (
    <>
      <div className="head">
        <div>
          <h1 className="hull">{title}</h1>
          {sentence && <p>{sentence}</p>}
        </div>
        {actions && <div className="acts">{actions}</div>}
      </div>
      <div className="plan">{children}</div>
    </>
  )
}
