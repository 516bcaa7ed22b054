import { ArrowLeft } from 'lucide-react'
import { paths } from '../../frame/screens.ts'
import { ButtonLink } from '../../ui/button.tsx'
import * as t from './messages.ts'
import './site.css'

export const BackToHome = () => (
  <ButtonLink
    to={paths.home}
    variant="ghost"
    className="back-home"
    icon={<ArrowLeft className="ico" aria-hidden="true" />}
  >
    {t.backToHome}
  </ButtonLink>
)
