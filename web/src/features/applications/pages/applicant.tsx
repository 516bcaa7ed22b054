import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthFrame } from '../../../frame/auth-frame.tsx'
import { OpeningLink } from '../../../frame/opening-link.tsx'
import { usePageTitle } from '../../../frame/page-title.ts'
import { paths } from '../../../frame/screens.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CorrectionForm, type OpenedFields } from '../correction-form.tsx'
import * as t from '../messages.ts'
import { useOpenedFields } from '../use-information-request.ts'

/** Where an applicant corrects what our reviewers asked about. The emailed link authorizes it. */
const ApplicantPage = () => {
  usePageTitle(t.correctionTab)
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const { data: opened, error, refetch, isFetching } = useOpenedFields(token)
  if (opened) return <Correction token={token} opened={opened} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <LinkInvalid />
  return (
    <OpeningLink
      title={t.correctionTitle}
      reading={{ error, isFetching, refetch }}
      notLoaded={t.requestNotLoaded}
      lines={4}
    />
  )
}

const Correction = ({ token, opened }: { token: string; opened: OpenedFields }) => {
  const [ended, setEnded] = useState<'sent' | 'gone'>()
  if (ended === 'gone') return <LinkInvalid />
  if (ended === 'sent') {
    return (
      <AuthFrame title={t.correctedTitle} purpose={t.correctedText}>
        <ButtonLink variant="signal" size="lg" block to={paths.home}>
          {t.returnHome}
        </ButtonLink>
      </AuthFrame>
    )
  }
  const { businessName, message, fields, expiresAt } = opened
  return (
    <AuthFrame
      title={t.correctionTitle}
      purpose={t.correctionPurpose({ business: businessName, date: formatDate(expiresAt) })}
    >
      <CorrectionForm
        token={token}
        message={message}
        fields={fields}
        onSent={() => setEnded('sent')}
        onGone={() => setEnded('gone')}
      />
    </AuthFrame>
  )
}

const LinkInvalid = () => (
  <AuthFrame title={t.linkInvalidTitle} purpose={t.linkInvalid}>
    <ButtonLink variant="signal" size="lg" block to={paths.home}>
      {t.returnHome}
    </ButtonLink>
  </AuthFrame>
)

export default ApplicantPage
