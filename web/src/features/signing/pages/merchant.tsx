import { useParams } from 'react-router'
import { RequestPage } from '../one-request.tsx'
import { RequestList } from '../request-list.tsx'

/** What waits for a signature, or one of these payments. */
const SigningPage = () => {
  const { requestId } = useParams()
  return requestId === undefined ? <RequestList /> : <RequestPage requestId={requestId} />
}

export default SigningPage
