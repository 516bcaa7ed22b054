import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'
import './site.css'

export const BackToHome = () => (
  <ButtonLink to="/" variant="ghost" className="back-home" icon={<ArrowLeft className="ico" aria-hidden="true" />}>
    Back to Home
  </ButtonLink>
)
