import type { ReactNode } from 'react'
import { Harbour } from '../ui/harbour/harbour.tsx'
import { HomeHeader } from './home-header.tsx'
import './auth-frame.css'

type AuthFrameProps = { title: string; purpose: ReactNode; children: ReactNode }

/** The way in: words on the left, the harbour on the right; on phones below. */
export const AuthFrame = ({ title, purpose, children }: AuthFrameProps) => (
  <div className="auth stack">
    <div className="left">
      <HomeHeader className="top" />
      <main id="main" className="berth" tabIndex={-1}>
        <h1 className="hull text-3xl">{title}</h1>
        <p className="purpose mt-2 muted">{purpose}</p>
        {children}
      </main>
    </div>
    <Harbour variant="login" label="" />
  </div>
)
