import type { ReactNode } from 'react'
import { useCurrentScreen } from './current-screen.ts'
import { usePageTitle } from './page-title.ts'
import { titleOf } from './screens.ts'

type PageProps = {
  /** Where the heading differs from the screen's title, as on dashboards that greet. */
  title?: string
  sentence?: ReactNode
  /** A bar above everything, while something doesn't work. */
  alarm?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page of a portal: its heading, and cards on twelve columns. */
export const Page = ({ title, sentence, alarm, actions, children }: PageProps) => {
  const screen = useCurrentScreen()
  const named = screen && titleOf(screen)
  const heading = title ?? named ?? ''
  usePageTitle(named ?? heading)
  return (
    <>
      {alarm}
      <div className="head">
        <div>
          <h1 className="hull">{heading}</h1>
          {sentence && <p>{sentence}</p>}
        </div>
        {actions && <div className="acts cluster gap-2">{actions}</div>}
      </div>
      <div className="plan stack gap-5">{children}</div>
    </>
  )
}
