import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { homeMeta } from '../../../content/landing.ts'
import { paths } from '../../../frame/screens.ts'
import { CallToAction } from '../landing/call-to-action.tsx'
import { Features } from '../landing/features.tsx'
import { Hero } from '../landing/hero.tsx'
import { Pricing } from '../landing/pricing.tsx'
import { SiteFrame } from '../site-frame.tsx'

const LandingPage = () => {
  useAnchor()
  return (
    <SiteFrame path={paths.home} meta={homeMeta} anchors="here">
      <Hero />
      <Features />
      <Pricing />
      <CallToAction />
    </SiteFrame>
  )
}

/** Coming from another page to `/#pricing`, the section is there only once this page has been fetched. */
const useAnchor = () => {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}

export default LandingPage
