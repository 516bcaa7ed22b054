import { useDeferredValue, useEffect } from 'react'
import { useLocation } from 'react-router'
import { pages } from '../../../content/content.ts'
import { CallToAction } from './landing/call-to-action.tsx'
import { Features } from './landing/features.tsx'
import { Hero } from './landing/hero.tsx'
import { Pricing } from './landing/pricing.tsx'
import { SiteFrame } from './site-frame.tsx'

/** The first screen is painted first; what lies below it follows at once, and is not waited for. */
export const LandingPage = () => {
  const complete = useDeferredValue(true, false)
  useAnchor(complete)
  return (
    <SiteFrame meta={pages.landing} anchors="here">
      <Hero />
      {complete ? (
        <>
          <Features />
          <Pricing />
          <CallToAction />
        </>
      ) : (
        <div className="below" />
      )}
    </SiteFrame>
  )
}

/** Coming from another page to `/#pricing`, the section is there only once it is drawn. */
const useAnchor = (drawn: boolean) => {
  const { hash } = useLocation()
  useEffect(() => {
    if (drawn && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [drawn, hash])
}
