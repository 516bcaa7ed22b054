import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { Harbour } from '../ui/harbour/harbour.tsx'
import { HomeLink } from './home-link.tsx'
import * as t from './messages.ts'
import { paths } from './screens.ts'
import './auth-frame.css'

type AuthFrameProps = { title: string; purpose: ReactNode; children: ReactNode }

/** The way in: words on the left, the harbour on the right; on phones below. */
export const AuthFrame = ({ title, purpose, children }: AuthFrameProps) => (
  <div className="auth">
    <div className="left">
      <header className="top">
        <HomeLink />
        <ButtonLink
          variant="ghost"
          className="-mr-2.5"
          to={paths.home}
          icon={<ArrowLeft className="ico" aria-hidden="true" />}
        >
          {t.backToHome}
        </ButtonLink>
      </header>
      <main id="main" className="berth" tabIndex={-1}>
        <h1 className="hull">{title}</h1>
        <p className="purpose">{purpose}</p>
        {children}
      </main>
    </div>
    <Harbour variant="login" label="" />
  </div>
)
